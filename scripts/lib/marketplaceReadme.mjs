// The README as a marketplace shows it: it resolves no path of the repository, so the picture goes with the text, and a
// link to a file that does not ship is its words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} root */
export function marketplaceReadme(root) {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const withPictures = text.replaceAll(/!\[([^\]]*)\]\((?!https:)([^)]+\.png)\)/g, (_, says, file) => {
    const data = readFileSync(join(root, file)).toString('base64');
    return `![${says}](data:image/png;base64,${data})`;
  });
  return withPictures.replaceAll(/(?<!!)\[([^\]]+)\]\((?!https:|#)[^)]+\)/g, '$1');
}
