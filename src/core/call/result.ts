/** The longest result that is shown and recorded; the transcript of the agent has the rest. */
export const longestResult = 8 * 1024;

export function shownResult(text: string): string {
  return text.length > longestResult ? `${text.slice(0, longestResult)}…` : text;
}
