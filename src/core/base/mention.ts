/** Lines of a file, counted from 1; both belong to it. */
export interface LinesOf {
  readonly first: number;
  readonly last: number;
}

/** A file as the agent expands it in a message: `@src/a.ts#L2-3`, in quotes where its name holds blanks. */
export function mentionOf(path: string, lines?: LinesOf): string {
  const name = /[\s"'`()[\]{},;:!?]/.test(path) ? `"${path}"` : path;
  if (!lines) return `@${name}`;
  const { first, last } = lines;
  return `@${name}#L${first}${last > first ? `-${last}` : ''}`;
}
