import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { transform } from 'esbuild';

/**
 * Writes what was split as modules in the form that every VS Code loads: esbuild splits modules only.
 * @param {Pick<import('esbuild').TransformOptions, 'minify' | 'sourcemap'>} how
 * @returns {import('esbuild').Plugin}
 */
export function asCommonJs(how) {
  return {
    name: 'as-common-js',
    setup(build) {
      build.initialOptions.write = false;
      build.onEnd(async ({ outputFiles = [] }) => {
        await Promise.all(
          outputFiles.map(async ({ path, text }) => {
            const { code } = await transform(text, {
              ...how,
              format: 'cjs',
              platform: 'node',
              target: 'node22',
              charset: 'utf8',
              // The module loader of the editor's Node is many times slower than this.
              supported: { 'dynamic-import': false },
            });
            mkdirSync(dirname(path), { recursive: true });
            writeFileSync(path, code);
          }),
        );
      });
    },
  };
}
