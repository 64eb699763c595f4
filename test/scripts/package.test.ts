import { expect, test } from 'vitest';
import { bundledPackages, noticesOf } from '../../scripts/lib/notices.mjs';
import { marketplaceReadme } from '../../scripts/lib/marketplaceReadme.mjs';
import { root } from '../../scripts/lib/paths.mjs';

test('the README of the VSIX carries its picture, and leads to no file that a marketplace does not have', () => {
  const readme = marketplaceReadme(root);
  expect(/!\[[^\]]+\]\(data:image\/png;base64,/.test(readme)).toBe(true);
  expect(readme.match(/\]\((?!https:|#|data:)[^)]{0,80}/g)).toBeNull();
});

test('what is bundled is found by what of it is in a bundle, and ships with its licence', () => {
  const file = (bytesInOutput: number) => ({ bytesInOutput });
  const inputs = {
    'src/extension.ts': file(10),
    'node_modules/react/index.js': file(10),
    'node_modules/react/cjs/react.js': file(10),
    'node_modules/@types/node/index.js': file(0),
    'node_modules/a/node_modules/zustand/index.js': file(5),
  };
  expect(bundledPackages([{ outputs: { 'dist/extension.js': { inputs } } }])).toEqual([
    'node_modules/a/node_modules/zustand',
    'node_modules/react',
  ]);
  expect(noticesOf(root, ['node_modules/react', 'node_modules/zustand'])).toMatch(
    /react [\d.]+ \(MIT\)\n\n[\s\S]*Permission is hereby granted[\s\S]*zustand [\d.]+ \(MIT\)/,
  );
});
