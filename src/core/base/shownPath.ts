/** How a person calls a file: from the folder that is open, from the home, or from the root. */
export function shownPath(file: string, workspace: string, home: string): string {
  return under(file, workspace) ?? prefixed('~/', under(file, home)) ?? file;
}

/** The file that is called so. */
export function fullPath(shown: string, workspace: string, home: string): string {
  if (shown.startsWith('~/')) return `${home}${shown.slice(1)}`;
  return /^(?:[\\/]|[A-Za-z]:)/.test(shown) ? shown : `${workspace}/${shown}`;
}

function under(file: string, folder: string): string | undefined {
  if (!file.startsWith(folder) || folder === '') return undefined;
  const rest = file.slice(folder.length);
  return /^[\\/]/.test(rest) ? rest.slice(1) : undefined;
}

function prefixed(prefix: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : prefix + text;
}
