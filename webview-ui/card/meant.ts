/** For this long after a card appears, changes, or the window comes back, nothing that is pressed decides anything. */
export const graceMs = 500;

/** Whether a press was made late enough to be meant for what is on screen. */
export function isMeant(pressedAt: number, armedFrom: number): boolean {
  return pressedAt - armedFrom >= graceMs;
}
