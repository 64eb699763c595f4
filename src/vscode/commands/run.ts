import type { CommandParts } from './needs';
import { reported } from './reported';
import { commands } from './table';

/** Does what a person chose from the palette, a menu or a key. */
export async function runCommand(parts: CommandParts, id: string, argument: unknown): Promise<void> {
  await reported(id, parts.window.log, async () => {
    const command = commands[id];
    return command ? command.run(parts, argument) : { kind: 'wrong', what: 'to somebody who does not know it' };
  });
}
