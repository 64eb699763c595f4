/** What the model is told. It reads these as the result of its call. */
export const messages = {
  denied: 'The user denied this call. Do not try it in another way; go on with the rest or ask what to do instead.',
  timedOut:
    'Nobody answered this request in time, so it was not run. Nobody denied it: go on without it, or say what you need.',
  stopped: 'The user stopped this turn.',
  notRecorded: 'This call was not run, because the decision could not be written to disk.',
  sharedId: 'This call was not run: it was requested under the id of another request.',
} as const;
