/** The rooms on which all others stand; each of them knows only those before it. */
export const floor: readonly string[] = ['src/core/base', 'src/core/texts/zhCn', 'src/core/texts', 'src/core/call'];

/**
 * The rooms of the house, each with the rooms that its files may know beside their own and the floor. A room is a folder
 * of files; one that is not listed here may import nothing.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'src/core/base': [],
  'src/core/texts/zhCn': [],
  'src/core/texts': [],
  'src/core/call': [],
  'src/core/message': [],
  'src/core/session': ['message'].map(core),
  'src/core/change': [],
  'src/core/gate': [],
  'src/core/claude': ['message', 'session'].map(core),
  /** Messages of an agent over ACP <-> our events and answers. */
  'src/core/acp': ['change', 'message', 'session'].map(core),
  'src/core/card': ['change', 'gate'].map(core),
  'src/core/transcript': ['card'].map(core),
  'src/core/masking': [],
  'src/core/journal': ['card', 'change', 'masking', 'transcript'].map(core),

  'src/core/rules/tables': [],
  'src/core/rules/language': [],
  'src/core/rules/match': ['rules/language'].map(core),
  'src/core/rules/paths': ['rules/tables', 'rules/language', 'rules/match'].map(core),
  'src/core/rules/shell': ['rules/language', 'rules/paths'].map(core),
  'src/core/rules/starts': ['rules/tables', 'rules/language', 'rules/paths', 'rules/shell'].map(core),
  'src/core/rules/commands': ['rules/tables', 'rules/language', 'rules/match', 'rules/shell', 'rules/starts'].map(core),
  'src/core/rules/safe': ['rules/tables', 'rules/language', 'rules/paths', 'rules/shell'].map(core),
  'src/core/rules/risk': [
    'rules/tables',
    'rules/language',
    'rules/paths',
    'rules/shell',
    'rules/starts',
    'rules/commands',
    'rules/safe',
  ].map(core),
  'src/core/rules/judge': [
    'rules/tables',
    'rules/language',
    'rules/match',
    'rules/paths',
    'rules/shell',
    'rules/starts',
    'rules/commands',
    'rules/safe',
    'rules/risk',
  ].map(core),
  /** What of the rules the kernel can hold. */
  'src/core/rules/limits': ['rules/language', 'rules/paths', 'session'].map(core),
  /** The face of the engine: what everything outside it imports. */
  'src/core/rules': ['rules/tables', 'rules/language', 'rules/paths', 'rules/judge', 'rules/limits'].map(core),
  /** What is to be said of rules and of the files they stand in: to the panel, `latch check` and the language server. */
  'src/core/analysis': ['rules'].map(core),
  'src/core/ruleAdmin': ['analysis', 'journal', 'masking', 'rules', 'rules/tables'].map(core),
  'src/core/protocol': ['card', 'journal', 'message', 'ruleAdmin', 'session', 'transcript'].map(core),

  'src/agents': [...['claude', 'message', 'session'].map(core), 'src/stores'],
  'src/agents/acp': [...['acp', 'message', 'session'].map(core), 'src/agents'],
  'src/channel': ['card', 'gate', 'journal'].map(core),
  /** Conversations as Claude Code itself writes them down. */
  'src/core/conversation': ['message'].map(core),
  'src/stores': [
    'analysis',
    'card',
    'conversation',
    'journal',
    'message',
    'ruleAdmin',
    'rules',
    'session',
    'transcript',
  ].map(core),
  /** Rules that a team shares in a database: for each kind of server a bundle of its own, which nobody imports. */
  'src/stores/postgres': ['src/core/journal', 'src/core/ruleAdmin', 'src/stores'],
  'src/stores/mongodb': ['src/core/journal', 'src/core/ruleAdmin', 'src/stores'],
  'src/session': [
    ...['card', 'claude', 'conversation', 'gate', 'journal', 'message', 'session', 'transcript'].map(core),
    'src/agents',
    'src/agents/acp',
    'src/channel',
    'src/stores',
  ],
  /** What the server and its client say to one another. */
  'src/languageServer': [],
  'src/languageServer/server': [
    ...['analysis', 'ruleAdmin', 'rules', 'texts/zhCn'].map(core),
    'src/languageServer',
    'src/stores',
  ],
  'src/languageServer/client': ['src/languageServer'],
  'src/rules': [
    ...['analysis', 'card', 'journal', 'protocol', 'ruleAdmin', 'rules', 'session'].map(core),
    'src/agents',
    'src/stores',
  ],
  'src/cli': [
    ...['analysis', 'card', 'change', 'journal', 'ruleAdmin', 'rules', 'session', 'transcript'].map(core),
    'src/rules',
    'src/session',
    'src/stores',
    'src/agents',
  ],
  'src/vscode/webview': ['protocol', 'transcript'].map(core),
  /** What all rooms of the editor share. */
  'src/vscode': [
    ...['acp', 'gate', 'journal', 'protocol', 'ruleAdmin', 'rules', 'session', 'texts/zhCn'].map(core),
    'src/session',
    'src/stores',
  ],
  'src/vscode/chat': [...['card', 'change', 'session', 'transcript'].map(core), 'src/vscode', 'src/vscode/webview'],
  /** What the editor has for a message that is being written. */
  'src/vscode/composer': ['core/message', 'stores', 'vscode'].map(room => `src/${room}`),
  'src/vscode/rules': [
    ...['analysis', 'card', 'journal', 'protocol', 'ruleAdmin', 'session'].map(core),
    'src/rules',
    'src/stores',
    'src/vscode',
    'src/vscode/webview',
    'src/languageServer/client',
  ],
  'src/vscode/window': [
    ...['card', 'journal', 'message', 'protocol', 'session', 'transcript'].map(core),
    'src/session',
    'src/stores',
    'src/vscode',
    'src/vscode/chat',
    'src/vscode/composer',
    'src/vscode/rules',
    'src/vscode/webview',
  ],
  'src/vscode/sessions': [
    ...['acp', 'card', 'journal', 'session'].map(core),
    ...['agents', 'agents/acp', 'session', 'stores', 'vscode', 'vscode/rules', 'vscode/window'].map(
      room => `src/${room}`,
    ),
  ],
  /** What a person sees and chooses of the agent: its model, servers, account and files. */
  'src/vscode/agent': [
    ...['claude', 'masking', 'session'].map(core),
    'src/agents',
    'src/agents/acp',
    'src/session',
    'src/vscode',
    'src/vscode/window',
  ],
  /** What of the editor goes into a message. */
  'src/vscode/editor': ['src/vscode/composer', 'src/vscode/window'],
  /** What a person does from the palette, a menu or a key. */
  'src/vscode/commands': [
    'session',
    'vscode',
    'vscode/agent',
    'vscode/editor',
    'vscode/rules',
    'vscode/sessions',
    'vscode/window',
  ].map(room => `src/${room}`),
  /** What a person does in a page. */
  'src/vscode/requests': [
    ...['card', 'protocol', 'ruleAdmin', 'session', 'transcript'].map(core),
    'src/rules',
    'src/session',
    'src/stores',
    'src/vscode',
    'src/vscode/agent',
    'src/vscode/composer',
    'src/vscode/rules',
    'src/vscode/webview',
    'src/vscode/window',
  ],
  /** What the editor loads, and the parts that come a turn later. */
  src: [
    'src/vscode',
    ...['chat', 'commands', 'editor', 'requests', 'rules', 'sessions', 'window'].map(room => `src/vscode/${room}`),
  ],

  /** The rooms of the page, which may know the whole core beside these. */
  'webview-ui/base': [],
  'webview-ui/language': [],
  'webview-ui/link': [],
  'webview-ui/state': ['base', 'language', 'link'].map(page),
  'webview-ui/text': ['base', 'state'].map(page),
  'webview-ui/form': ['base', 'state', 'text'].map(page),
  'webview-ui/ruleParts': ['base', 'language', 'state', 'text'].map(page),
  'webview-ui/card/bodies': ['base', 'state', 'text'].map(page),
  'webview-ui/card': ['base', 'card/bodies', 'form', 'language', 'link', 'ruleParts', 'state', 'text'].map(page),
  'webview-ui/chat': ['base', 'card', 'card/bodies', 'language', 'ruleParts', 'state', 'text'].map(page),
  'webview-ui/composer': ['base', 'language', 'state', 'text'].map(page),
  'webview-ui/rules': ['base', 'language', 'ruleParts', 'state', 'text'].map(page),
  'webview-ui': ['card', 'chat', 'composer', 'language', 'link', 'rules', 'state'].map(page),
  /** Shows every screen: it knows the pages, and nobody knows it. */
  'webview-ui/gallery/samples': [],
  'webview-ui/gallery/host': ['gallery/samples', 'link'].map(page),
  'webview-ui/gallery/stories': ['gallery/host', 'gallery/samples'].map(page),
  'webview-ui/gallery': ['webview-ui', ...['gallery/host', 'gallery/stories', 'rules'].map(page)],
};

/** What the files of some rooms may import beside rooms: nothing, where nothing is said. */
export const packages: readonly { readonly files: RegExp; readonly may: readonly RegExp[] }[] = [
  { files: /^src\/core\/rules\/shell\//, may: [/^unbash$/] },
  { files: /^src\/core\//, may: [] },
  { files: /^src\/agents\/acp\//, may: [/^node:/, /^vscode-jsonrpc\/node$/] },
  { files: /^src\/(agents|session|rules|cli)\//, may: [/^node:/] },
  {
    files: /^src\/languageServer\/server\//,
    may: [/^node:/, /^jsonc-parser$/, /^vscode-languageserver(\/node)?$/, /^vscode-languageserver-textdocument$/],
  },
  { files: /^src\/languageServer\/client\//, may: [/^vscode$/, /^vscode-languageclient\/node$/] },
  { files: /^src\/stores\/mongodb\//, may: [/^node:/, /^mongodb$/] },
  { files: /^src\/stores\/postgres\//, may: [/^node:/, /^pg$/] },
  { files: /^src\/stores\//, may: [/^node:/, /^jsonc-parser$/] },
  { files: /^src\/(vscode\/|extension\.ts$|parts\.ts$)/, may: [/^node:/, /^vscode$/, /^vscode-jsonrpc(\/|$)/] },
  { files: /^webview-ui\/text\//, may: [/^highlight\.js\//, /^marked$/, /^react(\/|$)/] },
  { files: /^webview-ui\//, may: [/^react(\/|$)/, /^react-dom(\/|$)/, /^zustand(\/|$)/] },
];

function page(room: string): string {
  return `webview-ui/${room}`;
}

function core(room: string): string {
  return `src/core/${room}`;
}
