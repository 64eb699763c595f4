// npm test. An old Node gets a sentence here, before it reads what it would call a syntax error.
import { isNodeNewEnough } from './lib/nodeVersion.mjs';

if (isNodeNewEnough()) await import('./commands/test.mjs');
