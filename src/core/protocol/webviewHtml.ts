import type { Snapshot } from './updates';

interface WebviewPage {
  readonly nonce: string;
  readonly cspSource: string;
  /** In the order in which they run. */
  readonly scriptUris: readonly string[];
  readonly styleUri: string;
  readonly language: string;
  /** The first snapshot, so that the first paint needs no message. */
  readonly initial?: Snapshot;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function attribute(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => escapes[character] ?? '');
}

/** JSON inside a script element ends at the first `</script`, and `<!--` changes how the rest is read: no `<` at all. */
function jsonForScript(snapshot: Snapshot): string {
  return JSON.stringify(snapshot).replaceAll('<', '\\u003c');
}

/** The page of the chat view. Only the scripts with the nonce run, and what they import; nothing inline, nothing remote. */
export function webviewHtml(page: WebviewPage): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    // What is attached is shown as it is; nothing of it is fetched.
    `img-src ${page.cspSource} data:`,
  ].join('; ');
  const initial =
    page.initial === undefined
      ? ''
      : `\n<script type="application/json" id="initial">${jsonForScript(page.initial)}</script>`;
  const scripts = page.scriptUris.map(
    uri => `\n<script type="module" nonce="${attribute(page.nonce)}" src="${attribute(uri)}"></script>`,
  );
  return `<!DOCTYPE html>
<html lang="${attribute(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Latch</title>
<link rel="stylesheet" href="${attribute(page.styleUri)}">
</head>
<body>
<div id="root"></div>${initial}${scripts.join('')}
</body>
</html>
`;
}
