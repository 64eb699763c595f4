// The project's own dependencies: exactly what package-lock.json says, or a fresh install.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { pinnedCli, root } from './paths.mjs';
import { step } from './progress.mjs';
import { npm } from './run.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean, link?: boolean }>} Packages */

export async function ensureDependencies() {
  const modules = join(root, 'node_modules');
  if (!installed(modules)) {
    if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      throw new Failure(`${modules} is a link to an install that does not match package-lock.json. Update it there.`);
    }
    await step('Installing the dependencies of this project', () =>
      npm('Installing the dependencies', ['ci'], { cwd: root }),
    );
  }
  if (!existsSync(pinnedCli())) {
    throw new Failure(
      `There is no Claude Code CLI for ${process.platform}-${process.arch} in node_modules. ` +
        'Delete node_modules and run it again; where the CLI is not made for this system, Latch cannot be tried here.',
    );
  }
}

/** npm writes down what it installed only after it has finished, so an interrupted install never looks complete. @param {string} modules */
function installed(modules) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const there = packagesIn(record);
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const found = there[path];
    return path === '' || (found === undefined ? optional === true : found.version === version);
  });
}

/** @param {string} file @returns {Packages} */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
