import type { CommandParts } from './needs';
import { reported } from './reported';
import { commands } from './table';

/** Does what a person chose from the palette, a menu or a key, with what that handed over. */
export async function runCommand(parts: CommandParts, id: string, handed: readonly unknown[]): Promise<void> {
  await reported(id, parts.window.log, async () => {
    const command = commands[id];
    return command ? command.run(parts, handed) : { kind: 'wrong', what: 'to somebody who does not know it' };
  });
}
