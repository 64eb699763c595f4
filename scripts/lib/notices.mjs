// The licences of what is bundled: who ships somebody's code ships their terms.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';

/**
 * The packages of which something is in a bundle, by their folders.
 * @param {readonly { readonly outputs: Record<string, { readonly inputs: Record<string, { readonly bytesInOutput: number }> }> }[]} built
 * @returns {readonly string[]}
 */
export function bundledPackages(built) {
  const inputs = built
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(output => Object.entries(output.inputs))
    .flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
  const folders = inputs.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}

/**
 * Name, version and licence of each, with its text. A package without one stops the build.
 * @param {string} root @param {readonly string[]} folders
 */
export function noticesOf(root, folders) {
  const parts = folders.map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find(entry => /^(?:licen[cs]e|copying)(?:\.\w+)?$/i.test(entry));
    const text =
      file === undefined ? inReadme(join(root, folder)) : readFileSync(join(root, folder, file), 'utf8').trim();
    if (text === undefined) throw new Failure(`${name} is bundled and has no licence text in ${folder}.`);
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  const line = `\n${'-'.repeat(80)}\n\n`;
  return `Latch contains code of these packages, each under its own terms.\n${line}${parts.join(line)}`;
}

/** Some have their licence as the last part of their README. @param {string} folder */
function inReadme(folder) {
  const file = readdirSync(folder).find(entry => /^readme\.md$/i.test(entry));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  return /^#+ licen[cs]e\s+([\s\S]*Permission is hereby granted[\s\S]*)/im.exec(text)?.[1]?.trim();
}
