// The record of a team in memory, which can be told to hang, to fail, and to take something and not say so.
import type { RecordLine } from '../../src/core/journal/told';
import type { RecordCopy, RecordEnd, TeamRecord } from '../../src/stores/teamRecord';

export class MemoryRecord implements TeamRecord {
  readonly lines: RecordLine[] = [];
  /** What happens before and behind each time that lines are added. */
  before: () => Promise<void> = () => Promise.resolve();
  behind: () => Promise<void> = () => Promise.resolve();

  async append(_: string, lines: readonly RecordLine[]): Promise<RecordEnd | undefined> {
    if (lines.length > 0) await this.before();
    for (const line of lines) {
      const last = this.lines.at(-1);
      if (!last || (line.number === last.number + 1 && line.prev === last.hash)) this.lines.push(line);
    }
    if (lines.length > 0) await this.behind();
    return this.lines.at(-1);
  }

  copies(): Promise<readonly RecordCopy[]> {
    return Promise.resolve(this.lines.length === 0 ? [] : [{ role: 'memory', last: this.lines.length }]);
  }

  read(_session: string, _role: string, behind: number): Promise<readonly RecordLine[]> {
    return Promise.resolve(this.lines.filter(({ number }) => number > behind));
  }
}
