import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from '../core/base/messageOf';

/** The options and the rest of a command line, or what is wrong with it in a sentence. */
export function readArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', default: false } as const },
    });
  } catch (error) {
    return messageOf(error);
  }
}
