import type { RepositoryChoice } from '../core/session/repository';
import { readRepository, ruleTexts } from '../stores/repositoryFiles';

/** What a repository brings, and whether the person who started us has accepted exactly that. */
export interface Accepted {
  readonly hash: string;
  /** There is something to accept, and nobody has. */
  readonly open: boolean;
  /** A hash was given, and it is that of something else. */
  readonly other: boolean;
  /** What of it the agent may have of what was wanted. */
  readonly may: (wanted: RepositoryChoice) => Promise<RepositoryChoice>;
  /** Whether allow rules of the repository count: those that were accepted, as long as they are what is there. */
  readonly allows: () => boolean;
}

export async function acceptedIn(folder: string, given: string | undefined): Promise<Accepted> {
  const read = () => readRepository(folder, process.env['CLAUDE_CONFIG_DIR']);
  const { findings, forAgent, hash } = await read();
  const isAccepted = given === hash;
  const rules = ruleTexts(folder);
  return {
    hash,
    open: findings.length > 0 && !isAccepted,
    other: given !== undefined && !isAccepted,
    allows: () => isAccepted && ruleTexts(folder) === rules,
    may: async wanted => {
      if (wanted !== 'all') return wanted;
      if (!forAgent) return 'instructions';
      return isAccepted && (await read()).hash === hash ? 'all' : 'none';
    },
  };
}

/** How somebody who has looked at the repository accepts it. */
export function howToAccept({ hash }: Accepted): string {
  return `To accept exactly what is there now: --accept ${hash}`;
}
