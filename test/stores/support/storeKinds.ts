import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FileStore } from '../../../src/stores/fileStore';
import { MemoryStore } from '../../../src/stores/memoryStore';
import type { TeamStore } from '../../../src/stores/teamStore';
import { newMongoDatabase } from '../../fakes/mongodb';
import { newDatabase } from '../../fakes/postgres';
import { openTeam } from '../../fakes/team';
import type { StoreKind } from './describeStore';

export const inMemory: StoreKind = {
  name: 'memory',
  make: () => {
    const store = new MemoryStore();
    return { store, open: () => store };
  },
};

export const inFile: StoreKind = {
  name: 'file',
  make: () => {
    const folder = mkdtempSync(join(tmpdir(), 'latch-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, '.latch', 'rules.json');
    const open = (): FileStore => new FileStore({ file });
    return { store: open(), open, file };
  },
};

export const inPostgres: StoreKind = { name: 'PostgreSQL', make: () => shared(newDatabase) };
export const inMongodb: StoreKind = { name: 'MongoDB', make: () => shared(newMongoDatabase) };

async function shared(newAddress: () => Promise<string>): Promise<Awaited<ReturnType<StoreKind['make']>>> {
  const url = await newAddress();
  const open = (): Promise<TeamStore> => openTeam(url);
  return { store: await open(), open };
}
