/** The texts of the conversation. */
export const conversationEn = {
  'code.label': 'Code',
  'code.copy': 'Copy',
  'code.copied': 'Copied',
  'code.insert': 'Insert at cursor',
  'code.open': 'Open as file',
  'text.earlier': 'The first {0} characters are not drawn. Show them',
  'text.plain': 'This text is too long to be formatted.',
  'link.open': 'Open {0}',
  'note.label': 'Footnote {0}',
} as const;
