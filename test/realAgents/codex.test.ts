import { holdsFor } from '../contract/overAcp';
import { codexCase } from '../contract/realCases';

holdsFor(codexCase);
