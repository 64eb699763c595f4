/** Which settings of a repository make git start a program. */

const dangerousKeys =
  /^(?:core\.(?:sshcommand|pager|editor|askpass|gitproxy|hookspath|alternaterefscommand)|diff\.external|diff\..*\.(?:command|textconv)|merge\..*\.driver|filter\.|gpg\.(?:.*\.)?program|pager\.|include\.|includeif\.|credential\.(?:.*\.)?helper|interactive\.difffilter|sequence\.editor|browser\..*\.(?:cmd|path)|difftool\.|mergetool\.|man\..*\.(?:cmd|path)|trailer\..*\.c(?:md|ommand)|alias\.|remote\..*\.(?:uploadpack|receivepack|vcs)|uploadpack\.packobjectshook|submodule\..*\.update)/;

interface GitSetting {
  readonly key: string;
  readonly value: string;
}

/** The settings of a git configuration file, keys in lower case. */
export function gitSettings(text: string): readonly GitSetting[] {
  const found: GitSetting[] = [];
  let section = '';
  for (const raw of text.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
    let line = raw.trim();
    const head = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (head) {
      section = head[2] === undefined ? (head[1] ?? '') : `${head[1]}.${head[2]}`;
      line = line.slice(head[0].length).trim();
    }
    const setting = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(line);
    if (setting) found.push({ key: `${section}.${setting[1]}`.toLowerCase(), value: unquoted(setting[2] ?? 'true') });
  }
  return found;
}

function unquoted(value: string): string {
  return value
    .replace(/\s*[#;][^"]*$/, '')
    .replaceAll('"', '')
    .trim();
}

/** The first setting that makes a read-only git command start a program. */
export function dangerousSetting(settings: readonly GitSetting[]): string | undefined {
  for (const { key, value } of settings) {
    if (key === 'core.fsmonitor' && !/^(?:true|false|yes|no|on|off|0|1|)$/i.test(value)) return key;
    // Where hooks come from is looked at by itself: a folder without hooks is harmless.
    if (dangerousKeys.test(key) && key !== 'core.hookspath' && !isHarmless(key, value)) return key;
  }
  return undefined;
}

function isHarmless(key: string, value: string): boolean {
  if (value === '') return true;
  return key.startsWith('pager.') && /^(?:true|false)$/i.test(value);
}
