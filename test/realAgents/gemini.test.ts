import { holdsFor } from '../contract/overAcp';
import { geminiCase } from '../contract/realCases';

holdsFor(geminiCase);
