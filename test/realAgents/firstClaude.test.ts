import { holdsFor } from '../contract/overAcp';
import { firstClaude } from '../contract/realCases';

holdsFor(firstClaude);
