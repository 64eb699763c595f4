// Makes the VSIX, without a network, and checks that nothing is in it but what is meant to ship.
// As a command: node scripts/package.mjs [--out FILE]
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundlesOf } from './lib/bundles.mjs';
import { Failure, failureOf, main } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { marketplaceReadme } from './lib/marketplaceReadme.mjs';
import { step } from './lib/progress.mjs';
import { run } from './lib/run.mjs';
import { zipEntries } from './lib/zip.mjs';

const shipped = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(?:package|package\.nls|package\.nls\.zh-cn)\.json$/,
  /^extension\/(?:readme|changelog)\.md$/i,
  /^extension\/LICENSE(?:\.txt)?$/,
  /^extension\/l10n\/[\w.-]+\.json$/,
  /^extension\/dist\/(?:extension|latch|mongodb|postgres|rulesClient|rulesServer)\.js$/,
  /^extension\/dist\/parts\/[\w.-]+\.js$/,
  /^extension\/dist\/NOTICES\.txt$/,
  /^extension\/dist\/webview\/[\w.-]+\.(?:js|css|ttf|woff2|svg)$/,
  /^extension\/media\/[\w.-]+\.(?:png|svg|css)$/,
  /^extension\/media\/rules\.(?:schema|language|tmLanguage)\.json$/,
];

/** Builds and packages Latch. @param {string} out The VSIX file. */
export async function packageLatch(out) {
  await step('Building Latch', () => node('Building Latch', ['scripts/build.mjs'], root));
  const readme = 'dist/marketplace.md';
  writeFileSync(join(root, readme), marketplaceReadme(root));
  await step('Packaging Latch', () => packageExtension(root, out, ['--readme-path', readme]));
  const names = zipEntries(readFileSync(out)).map(entry => entry.name);
  if (!names.includes('extension/dist/NOTICES.txt'))
    throw new Failure('The VSIX lacks the licences of what is bundled. Look at scripts/lib/notices.mjs.');
  const bundles = bundlesOf({ watch: false }).filter(({ outdir }) => outdir === 'dist');
  const wanted = bundles.flatMap(({ entryPoints = {} }) =>
    Object.keys(entryPoints).map(it => `extension/dist/${it}.js`),
  );
  const lacking = wanted.filter(name => !names.includes(name));
  if (lacking.length > 0) throw new Failure(`The VSIX lacks ${lacking.join(', ')}. Look at .vscodeignore.`);
  const strangers = names.filter(name => !shipped.some(pattern => pattern.test(name)));
  if (strangers.length > 0) {
    throw new Failure(`The VSIX holds what must not ship: ${strangers.join(', ')}. Look at .vscodeignore.`);
  }
}

/** @param {string} folder @param {string} out @param {readonly string[]} more */
export async function packageExtension(folder, out, more = []) {
  mkdirSync(dirname(out), { recursive: true });
  // Nothing in the README leads to a path: see marketplaceReadme.mjs.
  const flags = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--skip-license',
    ...more,
  ];
  await node(
    `Packaging ${folder}`,
    [join(root, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags, '--out', out],
    folder,
  );
}

/** @param {string} what @param {string[]} args @param {string} cwd */
async function node(what, args, cwd) {
  const { code, output } = await run(process.execPath, args, { cwd });
  if (code !== 0) throw failureOf(what, output);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { values } = parseArgs({ options: { out: { type: 'string' } } });
    const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const out = resolve(values.out ?? join(root, `${name}-${version}.vsix`));
    await packageLatch(out);
    for (const entry of zipEntries(readFileSync(out))) console.log(`${String(entry.size).padStart(9)}  ${entry.name}`);
    console.log(`${out}: ${(statSync(out).size / 1024).toFixed(0)} KB`);
  });
}
