import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from '../core/base/messageOf';

type Options = NonNullable<ParseArgsConfig['options']>;

interface CommandLine<O extends Options> {
  readonly name: string;
  readonly help: string;
  readonly options: O;
}

/**
 * The options and the rest of a command line. Where it is wrong, or asks for help, the person is told, and the exit code
 * is all that is left to do.
 */
export function readArgs<const O extends Options>({ name, help, options }: CommandLine<O>, args: readonly string[]) {
  const read = parsed(options, args);
  if (typeof read === 'string') {
    process.stderr.write(`latch ${name}: ${read}\n${help}`);
    return 2;
  }
  if ('help' in read.values && read.values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  return read;
}

/** What was written, or what is wrong with it in a sentence. */
function parsed<O extends Options>(options: O, args: readonly string[]) {
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
