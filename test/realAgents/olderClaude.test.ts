import { holdsFor } from '../contract/overAcp';
import { olderClaude } from '../contract/realCases';

holdsFor(olderClaude);
