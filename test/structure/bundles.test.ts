// How much is loaded before anything is shown, counted from what is built: no clock, so no busy machine changes it.
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundlesOf } from '../../scripts/lib/bundles.mjs';

interface Loaded {
  readonly kilobytes: number;
  readonly sources: readonly string[];
}

/** What a source file of ours brings along by itself, and nothing of what is loaded when it is needed. */
function loadedWith(entryPoint: string, { outputs }: Metafile): Loaded {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    const output = outputs[path];
    if (!output || loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind } of output.imports) if (kind === 'import-statement') load(next);
  };
  for (const [path, output] of Object.entries(outputs))
    if (output.entryPoint === entryPoint && path.endsWith('.js')) load(path);
  const all = Array.from(loaded).flatMap(path => outputs[path] ?? []);
  return {
    kilobytes: Math.round(all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000),
    sources: all.flatMap(({ inputs }) => Object.keys(inputs)),
  };
}

async function built(outdir: string, entry: string): Promise<Metafile> {
  const options = bundlesOf({ watch: false }).find(
    it => it.outdir === outdir && Object.keys(it.entryPoints ?? {}).includes(entry),
  );
  const { metafile } = await build({ ...options, plugins: [], write: false, metafile: true } satisfies BuildOptions);
  return metafile;
}

describe('the extension', () => {
  let metafile: Metafile;
  beforeAll(async () => {
    metafile = await built('dist', 'extension');
  });

  test('is told to the editor by an entry that holds nothing else', () => {
    const { kilobytes, sources } = loadedWith('src/extension.ts', metafile);
    expect(sources.filter(it => !it.startsWith('src/vscode/') && it !== 'src/extension.ts')).toEqual([]);
    expect(kilobytes).toBeGreaterThan(0);
    expect(kilobytes).toBeLessThanOrEqual(10);
  });

  test.each([
    'src/core/texts/zhCn/',
    'src/vscode/commands/',
    'src/vscode/agent/',
    'src/agents/acp/link.ts',
    'src/core/acp/updates.ts',
  ])('opens a window without %s', later => {
    const { sources } = loadedWith('src/parts.ts', metafile);
    expect(sources).toContain('src/vscode/window/window.ts');
    expect(Object.keys(metafile.inputs).some(it => it.startsWith(later))).toBe(true);
    expect(sources.filter(it => it.startsWith(later))).toEqual([]);
  });

  test('opens a window with no more than it needs', () => {
    expect(loadedWith('src/parts.ts', metafile).kilobytes).toBeLessThanOrEqual(900);
  });
});

describe('the driver of a database', () => {
  test.each([
    ['src/stores/postgres/postgresStore.ts', 'node_modules/pg/', 320],
    ['src/stores/mongodb/mongoStore.ts', 'node_modules/mongodb/', 800],
  ])('of %s is in no other bundle, and as large as it is said to be', async (entry, driver, most) => {
    const [drivers, extension, commands] = await Promise.all(
      ['mongodb', 'extension', 'latch'].map(it => built('dist', it)),
    );
    const own = drivers && loadedWith(entry, drivers);
    expect(own?.sources.some(it => it.startsWith(driver))).toBe(true);
    expect(own?.kilobytes).toBeLessThanOrEqual(most);
    const others = [extension, commands].flatMap(it => Object.keys(it?.inputs ?? {}));
    expect(others.filter(it => it.startsWith(driver))).toEqual([]);
  });
});
