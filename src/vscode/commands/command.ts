import type { CommandParts, Given, Needs } from './needs';

/** What came of a command: it was done, or what it needs was not there. */
export type Outcome = { readonly kind: 'done' } | Exclude<Given<never>, { readonly kind: 'ready' }>;

export interface Command {
  readonly enablement: string | undefined;
  readonly palette: boolean;
  readonly run: (parts: CommandParts, handed: readonly unknown[]) => Promise<Outcome>;
}

/** A command that is done with what it needs, and not without. */
export function command<A>(
  { enablement, palette, read }: Needs<A>,
  act: (parts: CommandParts, value: A) => unknown,
): Command {
  return {
    enablement,
    palette,
    async run(parts, [first, ...others]) {
      const given = read(parts, first, others);
      if (given.kind !== 'ready') return given;
      await act(parts, given.value);
      return { kind: 'done' };
    },
  };
}
