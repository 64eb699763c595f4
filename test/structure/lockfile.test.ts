import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { readonly version?: string; readonly optionalDependencies?: Record<string, string> };

test('the lockfile names the builds of every platform, without which "npm ci" refuses it', () => {
  const packages: Record<string, Entry> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter(name => packages[`node_modules/${name}`] === undefined)).toEqual([]);
});

test('the lockfile names no registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/https?:\/\/[^"]*\.tgz/);
});
