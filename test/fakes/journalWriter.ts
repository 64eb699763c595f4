// A process that writes a journal as fast as it can, until it is killed. It says on stdout what it was told is on disk.
import { JournalFile } from '../../src/stores/journalFile';

const [, , path = ''] = process.argv;
const { journal, lines, broken } = await JournalFile.open(path);
if (broken !== undefined) throw new Error(broken);
for (let id = lines; ; id += 1) {
  if (id % 3 === 0) journal.note({ type: 'user_message', id: String(id), text: 'x'.repeat(id % 200) });
  else {
    await journal.append([{ type: 'user_message', id: String(id), text: 'x'.repeat(id % 5000) }]);
    process.stdout.write(`${id}\n`);
  }
}
