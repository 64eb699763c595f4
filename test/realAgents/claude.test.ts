import { holdsFor } from '../contract/overAcp';
import { newestClaude } from '../contract/realCases';

holdsFor(newestClaude);
