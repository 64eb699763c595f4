import type { Finding } from './finding';

/** What the agent takes of what a repository brings: nothing, what it is told in words, or all that runs too. */
export const repositoryChoices = ['none', 'instructions', 'all'] as const;
export type RepositoryChoice = (typeof repositoryChoices)[number];

/** What one start of the agent takes of its repository. */
export interface FromRepository {
  readonly choice: RepositoryChoice;
  /** Its instructions, which we hand over ourselves: an agent that looks for them finds what runs too. */
  readonly instructions?: string;
}

export interface RepositoryReview {
  readonly findings: readonly Finding[];
  /** Names exactly this content; an acceptance holds for it and nothing else. */
  readonly hash: string;
  readonly choice: RepositoryChoice;
  /** Whether a person chose this for this very content. */
  readonly chosen: boolean;
}
