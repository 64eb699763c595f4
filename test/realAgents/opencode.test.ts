import { holdsFor } from '../contract/overAcp';
import { opencodeCase } from '../contract/realCases';

holdsFor(opencodeCase);
