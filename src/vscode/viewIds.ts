/** The views and tabs of Latch, by their names in the manifest. */
export const viewIds = {
  chat: 'latch.chat',
  chatTab: 'latch.chatTab',
  rules: 'latch.rules',
  activity: 'latch.activity',
  sessions: 'latch.sessions',
} as const;
