import { type FilesBack, filesBackOf } from '../core/claude/rewind';
import type { JsonObject } from '../core/base/json';
import { quoted, say, type Sentence } from '../core/texts/sentence';
import { Told } from '../core/texts/told';

/** Many files of a large repository may have to be read and written. */
const withinMs = 60_000;

interface FilesBackParts {
  readonly ask: (request: JsonObject, withinMs?: number) => Promise<JsonObject>;
  readonly turnRuns: () => boolean;
  readonly notice: (text: Sentence) => void;
}

/** Puts files back to what they were before a message of the person: those that the agent has changed by its edits. */
interface FilesBefore {
  /** What would change; nothing does yet. */
  look(messageId: string): Promise<FilesBack>;
  putBack(messageId: string, files: number): Promise<void>;
}

export function filesBefore({ ask, turnRuns, notice }: FilesBackParts): FilesBefore {
  async function rewind(messageId: string, only: { readonly dry_run?: true }): Promise<FilesBack> {
    // What it is changing at this moment would be neither the one nor the other.
    if (turnRuns()) throw new Told(say('Claude is at work. Stop it first.'));
    const read = filesBackOf(await ask({ subtype: 'rewind_files', user_message_id: messageId, ...only }, withinMs));
    if (!read.ok)
      throw new Told(read.reason === '' ? say('Claude Code has kept no files of then.') : quoted(read.reason));
    return read.back;
  }
  return {
    look: messageId => rewind(messageId, { dry_run: true }),
    async putBack(messageId, files) {
      await rewind(messageId, {});
      notice(say('Files that were put back to what they were before an earlier message: {count}.', { count: files }));
    },
  };
}
