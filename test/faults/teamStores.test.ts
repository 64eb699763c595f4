// Every kind of store does the same.
import { describe } from 'vitest';
import { hasMongodb } from '../fakes/mongodb';
import { describeStore } from '../stores/support/describeStore';
import { inFile, inMemory, inMongodb, inPostgres } from '../stores/support/storeKinds';

for (const kind of [inMemory, inFile, inPostgres]) describeStore(kind);
describe.skipIf(!hasMongodb)('where there is a server', () => describeStore(inMongodb));
