import { describeStore } from './support/describeStore';
import { inFile, inMemory, inPostgres } from './support/storeKinds';

// All of them and MongoDB: npm run test:stores.
for (const kind of [inMemory, inFile, inPostgres]) describeStore(kind);
