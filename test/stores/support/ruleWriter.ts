// A process that changes a rules file, or holds its lock, for tests of several processes at once.
import { FileStore } from '../../../src/stores/fileStore';
import { waitForLease } from '../../../src/stores/lease';

const [file = '', what, number = '0', times = '0'] = process.argv.slice(2);

/** Each time it reads what is there and writes one more. */
async function count(): Promise<void> {
  const store = new FileStore({ file });
  const id = `writer-${number}`;
  await must(store.change([{ type: 'add', rule: { id, action: 'allow', pattern: `Bash(tool-${number})` } }]));
  for (let done = 0; done < Number(times); ) {
    const { rules, revision } = store.list();
    const before = Number(rules.find(rule => rule.id === id)?.description ?? 0);
    const edit = { type: 'update', id, changes: { description: String(before + 1) } } as const;
    const changed = await store.change([edit], done % 2 ? revision : undefined);
    if (changed.ok) done += 1;
    else if (changed.problem.code !== 'conflict') throw new Error(changed.problem.message.text);
  }
}

async function must(change: ReturnType<FileStore['change']>): Promise<void> {
  const changed = await change;
  if (!changed.ok) throw new Error(changed.problem.message.text);
}

async function hold(): Promise<void> {
  const lock = await waitForLease(`${file}.lease`, 0);
  process.on('message', () => {
    if (lock) process.send?.({ held: lock.held() });
  });
  process.send?.('holding');
  await new Promise(resolve => setTimeout(resolve, 60_000));
}

(what === 'hold' ? hold() : count()).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
