// Loads the scripts of the extension as the editor does, with a stand-in for the editor, and tells what that took.
const { appendFileSync, readdirSync, statSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const dist = join(__dirname, '..', '..', 'dist');
const [, , what] = process.argv;
const Empty = Error;
const vscode = {
  env: { language: 'en' },
  l10n: { t: text => text },
  EventEmitter: Empty,
  Disposable: Empty,
  FileSystemError: Error,
  TreeItem: Empty,
  Uri: Empty,
  CodeActionKind: {},
};
const load = Module._load;
const loaded = new Set();
Module._load = (request, parent, isMain) => {
  if (request === 'vscode') return vscode;
  if (/^[./]/.test(request)) loaded.add(Module._resolveFilename(request, parent));
  return load(request, parent, isMain);
};
const window = () => readdirSync(join(dist, 'parts')).filter(name => name.startsWith('parts-'));
const scripts = {
  nothing: [],
  entry: ['extension.js'],
  window: ['extension.js', ...window().map(it => `parts/${it}`)],
};
const before = performance.now();
for (const script of scripts[what]) require(join(dist, script));
const took = performance.now() - before;
const bytes = [...loaded].reduce((sum, file) => sum + statSync(file).size, 0);
const row = (name, value) => appendFileSync(process.env.BENCH_FILE, `${JSON.stringify({ row: name, value })}\n`);
row('loaded', took);
row('kilobytes', bytes / 1000);
