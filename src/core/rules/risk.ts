import type { Doubt, SimpleCommand } from './command';
import { upstreamOf } from './command';
import type { Expansion, Occurrence } from './expand';
import { fileAccesses } from './fileAccess';
import { isInside, joinPath, normalPath } from './pathText';
import { withoutGlobalOptions } from './commandPattern';
import { commandRisks } from './tables/commandRisks';
import { riskLevels, type RiskName, riskReason } from './tables/riskReasons';
import { interpreters, shells, wrappers } from './tables/wrappers';
import { isDynamicProgram, programName } from './unwrap';
import { isKnownReader, readOnlyObjection } from './readonly';
import { gitFormObjection } from './safeGitCommand';
import type { Risk } from './verdict';
import { hasKind, resolvedValue, type ShellWord, staticWord } from './word';
import { isSensitive, type World } from './world';

export interface RiskAssessment {
  readonly risk: Risk;
  readonly riskReasons: readonly RiskName[];
  readonly riskSentence: string;
}

/** The level is that of the worst reason. */
export function assess(reasons: Iterable<RiskName>): RiskAssessment {
  const names = [...new Set(reasons)].toSorted((one, other) => levelOf(other) - levelOf(one));
  const first = names[0];
  if (first === undefined) return { risk: 'low', riskReasons: [], riskSentence: 'It only looks and changes nothing.' };
  const sentences = names.slice(0, 3).map(name => riskReason(name).sentence);
  return { risk: riskReason(first).level, riskReasons: names, riskSentence: `It ${joined(sentences)}.` };
}

function levelOf(name: RiskName): number {
  return riskLevels.indexOf(riskReason(name).level);
}

function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The reasons of a shell text, from everything it would start. */
export function shellRisks(
  text: string,
  doubts: readonly Doubt[],
  expansion: Expansion,
  commands: readonly SimpleCommand[],
  world: World,
): ReadonlySet<RiskName> {
  const reasons = new Set<RiskName>();
  for (const doubt of doubts) if (doubt.kind !== 'construct') reasons.add(doubt.kind);
  if (isForkBomb(text)) reasons.add('fork-bomb');
  for (const occurrence of expansion.occurrences) addOccurrence(occurrence, reasons, world);
  for (const command of commands) addAssignments(command, reasons);
  for (const command of new Set([...commands, ...expansion.occurrences.map(one => one.command)]))
    addRedirects(command, reasons, world);
  for (const code of expansion.codes) addCode(code, reasons);
  if (expansion.unseen) reasons.add('dynamic-code');
  if (/\/dev\/(?:tcp|udp)\//.test(text) && (reasons.has('raw-socket') || /\/dev\/(?:tcp|udp)\//.test(text))) {
    addDevTcp(expansion, text, reasons);
  }
  return reasons;
}

/** Beyond this a pattern is not searched: the length is a reason by itself. */
const searchedCharacters = 10_000;

function isForkBomb(text: string): boolean {
  if (text.length > searchedCharacters || !text.includes('&')) return false;
  const calling = /(?:^|[\s;&|])([^\s(){}|&;]{1,40})\s*\(\s*\)\s*\{[^}]*?\1\s*\|\s*\1[^}]*&/;
  return calling.test(text) || /while\s+(?:true|:|\[ 1 \])\s*;\s*do\s+(?:\$0|bash \$0|sh \$0)\s*&/.test(text);
}

function addDevTcp(expansion: Expansion, text: string, reasons: Set<RiskName>): void {
  const programs = expansion.occurrences.map(one => programName(one.words[0]?.value ?? ''));
  const runs = programs.some(program => shells.has(program) || program === 'exec' || interpreters.has(program));
  const opens = expansion.occurrences.some(one =>
    one.command.redirects.some(
      redirect => redirect.target?.raw.includes('/dev/tcp/') || redirect.target?.raw.includes('/dev/udp/'),
    ),
  );
  if (!opens && !runs) return;
  reasons.add('raw-socket');
  reasons.add('network');
  if (runs && /\/dev\/(?:tcp|udp)\//.test(text)) reasons.add('reverse-shell');
}

function lineOf(words: readonly ShellWord[]): string {
  return words.slice(0, 200).map(textOf).join(' ');
}

function textOf(word: ShellWord): string {
  return (word.value ?? word.raw).slice(0, searchedCharacters / 2);
}

function addOccurrence(occurrence: Occurrence, reasons: Set<RiskName>, world: World): void {
  const { words, command } = occurrence;
  const first = words[0];
  if (first === undefined || !occurrence.sure) return;
  if (isDynamicProgram(first)) {
    reasons.add('dynamic-code');
    if (hasKind(first, 'substitution')) addFetchedCode(words.slice(0, 1), reasons);
    return;
  }
  const program = programName(first.value ?? '');
  if (program === 'git' && gitFormObjection(words.slice(1), command.place, world) === undefined) return;
  const before = reasons.size;
  const values = words.slice(0, 200).map(textOf);
  const line = withoutGlobalOptions([program, ...values.slice(1)])
    .slice(1)
    .join(' ');
  const whole = values.slice(1).join(' ');
  for (const [reason, pattern] of commandRisks.get(program) ?? []) {
    if (pattern === undefined || pattern.test(line) || (whole !== line && pattern.test(whole))) reasons.add(reason);
  }
  addByProgram(program, occurrence, line, reasons, world);
  addAccesses(occurrence, program, reasons, world);
  addEnvironmentWords(program, words, reasons);
  if (reasons.size === before && !isQuiet(program, occurrence, world)) {
    reasons.add(first.value?.includes('/') ? 'code-exec' : 'unknown-command');
  }
}

/** Programs that by themselves deserve no reason. */
const harmless = new Set(
  (
    'cd pushd popd dirs export unset local declare typeset readonly alias unalias shift return trap exit true false : test [ [[ ' +
    'wait jobs fg bg type hash ulimit shopt bind command builtin time timeout nice nohup stdbuf xargs printf echo getopts let ' +
    'less more man bat xxd hexdump hostnamectl git-lfs tput clear reset tty stty yes fold fmt'
  ).split(' '),
);

function isQuiet(program: string, occurrence: Occurrence, world: World): boolean {
  const { words, command } = occurrence;
  if (command.role !== undefined) return true;
  const written = words[0]?.value ?? '';
  if (written.includes('/') && !/^\/(?:usr\/)?(?:local\/)?s?bin\//.test(written)) return false;
  if (harmless.has(program) || wrappers.has(program)) return true;
  if (isKnownReader(program))
    return readOnlyObjection([staticWord(program), ...words.slice(1)], command, world) === undefined;
  return commandRisks.has(program);
}

function addByProgram(
  program: string,
  occurrence: Occurrence,
  line: string,
  reasons: Set<RiskName>,
  world: World,
): void {
  const { words, command } = occurrence;
  if (program === 'rm') addRemoval(words.slice(1), command, reasons, world);
  if (program === 'find') addFindRemoval(words, reasons, world, command);
  if (program === 'dd' && /(?:^| )of=\/dev\/(?!null|stdout|stderr|zero|tty)/.test(line)) reasons.add('disk-write');
  if (program === 'dd' && /(?:^| )of=/.test(line)) reasons.add('file-write');
  if (program.startsWith('mkfs')) reasons.add('disk-write');
  if (
    /^(?:cp|tee|shred|mv|cat)$/.test(program) &&
    /(?:^| )\/dev\/(?:sd|hd|vd|xvd|nvme|disk|mmcblk|md|dm-|mapper|rdisk|loop)/.test(line)
  )
    reasons.add('disk-write');
  if (
    /^(?:chmod|chown|chgrp)$/.test(program) &&
    /(?:^| )(?:-[a-zA-Z]*R|--recursive)/.test(line) &&
    words.slice(1).some(word => isSystemRoot(word, command, world))
  ) {
    reasons.add('system-destroy');
  }
  if (program === 'mv' && line.endsWith('/dev/null')) reasons.add('system-destroy');
  if (/^(?:nc|ncat|netcat)$/.test(program) && /(?:^| )(?:-[a-z]*[ec]\b|--exec|--sh-exec|--lua-exec)/.test(line))
    reasons.add('reverse-shell');
  if (program === 'socat' && /(?:^|[ ,])(?:exec|system|shell):/i.test(line)) reasons.add('reverse-shell');
  if (
    /^(?:nc|ncat|netcat)$/.test(program) &&
    (upstreamOf(command.stdin).length > 0 || command.redirects.some(one => one.operator === '<'))
  ) {
    reasons.add('network-upload');
    if (upstreamOf(command.stdin).some(one => shells.has(programName(one.words[0]?.value ?? ''))))
      reasons.add('reverse-shell');
  }
  if (databaseClients.has(program)) addDatabase(line, command, reasons);
  if (shells.has(program) || program === 'source' || program === '.' || program === 'eval')
    addShell(program, occurrence, reasons);
  if (interpreters.has(program)) addInterpreter(occurrence, reasons);
  if (program === 'man' && /html/.test(line)) reasons.add('exec-flag');
  if (program === 'exec' && words.length === 1) reasons.delete('code-exec');
  if (sends(program, reasons)) addExfiltration(occurrence, reasons);
  if (/^(?:echo|printf|printenv)$/.test(program) && words.some(mentionsSecretVariable)) reasons.add('secret-read');
  if (program === 'printenv' && secretName.test(line)) reasons.add('secret-read');
  if ((program === 'export' || program === 'printf') && /HISTFILE|HISTSIZE=0/.test(line))
    reasons.add('security-disable');
}

/** What `rm -r` would remove. */
function addRemoval(args: readonly ShellWord[], command: SimpleCommand, reasons: Set<RiskName>, world: World): void {
  const flags = args.map(word => word.value ?? '').filter(value => value.startsWith('-'));
  const recursive = flags.some(
    flag => /^-[a-zA-Z]*[rR]/.test(flag) || (flag.length > 2 && '--recursive'.startsWith(flag)),
  );
  if (!recursive) return;
  reasons.add('recursive-delete');
  const targets = args.filter(word => word.value?.startsWith('-') !== true);
  if (flags.includes('--no-preserve-root') || targets.some(word => isVital(word, command, world)))
    reasons.add('delete-root-or-home');
}

function addFindRemoval(
  words: readonly ShellWord[],
  reasons: Set<RiskName>,
  world: World,
  command: SimpleCommand,
): void {
  if (!reasons.has('recursive-delete') || !/-delete\b|\brm\b/.test(lineOf(words))) return;
  const roots = words
    .slice(1)
    .filter(word => word.value !== '.' && word.value?.startsWith('-') !== true)
    .slice(0, 1);
  if (roots.some(word => isVital(word, command, world))) reasons.add('delete-root-or-home');
}

/** A root, a home, a top-level folder, the working folder or a parent of it, or a glob right below an unknown folder. */
function isVital(word: ShellWord, command: SimpleCommand, world: World): boolean {
  const raw = word.raw.replaceAll(/["']/g, '');
  if (/^(?:\.\/)?(?:\*|\.\*|\{\*,\.\*\}|\.\[!?\.\]\*)$/.test(raw) || /^\$\{?\w+\}?\/+(?:\*|\.\*)?$/.test(raw))
    return true;
  if (/^\$\{?(?:HOME|PWD|OLDPWD)\}?(?:\/\.?\*?)?$/.test(raw) || /^(?:\$\(pwd\)|`pwd`)(?:\/\*?)?$/.test(raw))
    return true;
  if (/^~[\w-]*(?:\/\.?\*?)?$/.test(raw)) return true;
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  return folders.some(folder => {
    const pieces = word.pieces.filter(piece => piece.kind !== 'glob');
    const text = resolvedValue(
      { ...word, pieces, value: pieces.length === word.pieces.length ? word.value : undefined },
      folder,
      world.context.home,
    );
    if (text === undefined) return false;
    return isVitalPath(joinPath(folder, text.replace(/\/+$/, '') || '/'), folder, world, hasKind(word, 'glob'), text);
  });
}

function isVitalPath(path: string, folder: string, world: World, hasGlob: boolean, text: string): boolean {
  if (hasGlob && !text.endsWith('/')) return false;
  const home = normalPath(world.context.home);
  if (path.split('/').length <= 2) return true;
  if (isInside(home, path) || isInside(folder, path)) return true;
  return world.context.workspace.some(root => isInside(normalPath(root), path));
}

const systemRoots =
  /^\/(?:$|etc|usr|bin|sbin|lib|lib64|var|boot|opt|dev|sys|proc|root|home|System|Library|Applications|Users)(?:\/|$)/;

function isSystemRoot(word: ShellWord, command: SimpleCommand, world: World): boolean {
  const folder = command.place.folders[0] ?? world.cwd;
  const text = resolvedValue(word, folder, world.context.home) ?? word.raw;
  if (text.startsWith('-') || /^[\w:.+=,-]+$/.test(text)) return false;
  const path = joinPath(folder, text.replaceAll(/[*]+/g, ''));
  return (
    path === normalPath(world.context.home) ||
    (systemRoots.test(path) && !isInside(path, normalPath(world.context.home)) && path.split('/').length <= 3)
  );
}

const databaseClients = new Set(
  'psql mysql mariadb sqlite3 mongo mongosh sqlcmd cqlsh duckdb clickhouse-client influx sqlplus'.split(' '),
);
const destructiveQuery =
  /\b(?:drop\s+(?:table|database|schema|index|view|user|role|collection|keyspace|owned)|truncate\s+(?:table\s+)?\w|dropDatabase|\.drop\s*\(|deleteMany\s*\(\s*\{\s*\}|\.remove\s*\(\s*\{\s*\})/i;

function isDestructiveQuery(text: string): boolean {
  if (destructiveQuery.test(text)) return true;
  return (
    text.split(';').some(statement => /\bdelete\s+from\b/i.test(statement) && !/\bwhere\b/i.test(statement)) ||
    text.split(';').some(statement => /\bupdate\s+\S+\s+set\b/i.test(statement) && !/\bwhere\b/i.test(statement))
  );
}

function addDatabase(line: string, command: SimpleCommand, reasons: Set<RiskName>): void {
  const fed = [...command.redirects, ...(command.stdin?.redirects ?? [])].map(redirect => redirect.text ?? '');
  const piped = upstreamOf(command.stdin).map(one => one.text);
  if ([line, ...fed, ...piped].some(isDestructiveQuery)) reasons.add('db-destroy');
}

const fetchers = new Set(
  'curl wget fetch http https xh aria2c lynx w3m links nc ncat netcat ftp telnet s_client'.split(' '),
);
const decoders =
  /^(?:base64|gbase64) .*(?:-[a-zA-Z]*[dD]|--d)|^base32 .*-d|^xxd .*-r|^openssl (?:enc|base64|aes).* -d|^rev\b|^(?:zcat|gunzip|bunzip2|bzcat|xzcat|unxz|uudecode)\b|^gzip .*-[a-z]*d|^tr .*[a-zA-Z]|^printf .*\\(?:x|[0-7]{2})|^echo -[nE]*e[nE]* .*\\(?:x|0?[0-7]{2})|^python.*b64decode|^perl .*pack/;

function fetches(commands: readonly SimpleCommand[]): boolean {
  return commands.some(one => {
    const values = one.words.map(word => programName(word.value ?? ''));
    return (
      fetchers.has(values[0] ?? '') || (wrappers.has(values[0] ?? '') && values.some(value => fetchers.has(value)))
    );
  });
}

function decodes(commands: readonly SimpleCommand[]): boolean {
  return commands.some(one => decoders.test(lineOf(one.words).replace(/^\S*\//, '')));
}

function nestedCommands(words: readonly ShellWord[]): readonly SimpleCommand[] {
  return words.flatMap(word =>
    word.pieces.flatMap(piece => (piece.kind === 'substitution' || piece.kind === 'process' ? piece.commands : [])),
  );
}

function addFetchedCode(words: readonly ShellWord[], reasons: Set<RiskName>): void {
  const inner = nestedCommands(words);
  if (fetches(inner)) reasons.add('pipe-to-shell');
  if (decodes(inner)) reasons.add('obfuscated-exec');
}

function addFed(command: SimpleCommand, reasons: Set<RiskName>): void {
  const upstream = upstreamOf(command.stdin);
  const fed = [...command.redirects, ...(command.stdin?.redirects ?? [])].filter(one => one.operator.startsWith('<'));
  const inner = nestedCommands(fed.flatMap(one => (one.target ? [one.target] : [])));
  if (fetches([...upstream, ...inner])) reasons.add('pipe-to-shell');
  if (decodes([...upstream, ...inner])) reasons.add('obfuscated-exec');
  if (upstream.length > 0 || fed.length > 0) reasons.add('dynamic-code');
}

function addShell(program: string, occurrence: Occurrence, reasons: Set<RiskName>): void {
  const { words, command } = occurrence;
  addFetchedCode(words.slice(1), reasons);
  const values = words.slice(1).map(word => word.value ?? '');
  const inline = values.some(value => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(value));
  const file = words.slice(1).find(word => word.value?.startsWith('-') !== true);
  const starter = programName(command.words[0]?.value ?? '');
  if (inline && (starter === 'xargs' || starter === 'parallel')) addFed(command, reasons);
  if (inline) reasons.add('dynamic-code');
  else if (program !== 'eval' && file && !hasKind(file, 'process')) reasons.add('code-exec');
  else if (program !== 'eval') {
    addFed(command, reasons);
    if (file) reasons.add('dynamic-code');
    if (reasons.size === 0 || !file) reasons.add('code-exec');
  }
  if (file?.value === '/dev/stdin' || file?.value === '-') addFed(command, reasons);
}

function addInterpreter(occurrence: Occurrence, reasons: Set<RiskName>): void {
  const { words, command } = occurrence;
  addFetchedCode(words.slice(1), reasons);
  const file = words.slice(1).find(word => word.value?.startsWith('-') !== true);
  const program = programName(words[0]?.value ?? '');
  if (program.endsWith('awk')) {
    if (/system\s*\(|\|\s*"|"\s*\||\|&/.test(lineOf(words))) reasons.add('exec-flag');
    if (/\/inet/.test(lineOf(words))) reasons.add('reverse-shell');
    return;
  }
  const inline = words.some(word => /^-\w*[cepErR]$|^--eval|^--print/.test(word.value ?? ''));
  if ((!file || file.value === '-') && !inline) addFed(command, reasons);
}

/** Code in another language that opens a door, decodes itself or deletes. */
function addCode(code: string, reasons: Set<RiskName>): void {
  const socket = /\bsocket\b|TCPSocket|Net::|fsockopen|IO::Socket|net\.connect|net\.Socket|Socket\(/i.test(code);
  const shell =
    /\/bin\/(?:ba|z|da)?sh|cmd\.exe|pty\.spawn|subprocess|\bexec\b|dup2|spawn|child_process|os\.system|system\s*\(/i.test(
      code,
    );
  if (socket && shell) reasons.add('reverse-shell');
  if (
    /b64decode|base64|fromhex|atob|unhexlify|pack\s*\(?\s*["']H|Buffer\.from\([^)]*,\s*['"](?:base64|hex)/i.test(
      code,
    ) &&
    /\bexec\b|\beval\b|system|spawn|child_process|Function\(/i.test(code)
  ) {
    reasons.add('obfuscated-exec');
  }
  if (/urlopen|requests\.get|urllib|fetch\(|open-uri|LWP|http\.get/i.test(code) && /\bexec\s*\(|\beval\b/i.test(code))
    reasons.add('pipe-to-shell');
  if (/rmtree|rmSync|rm_rf|remove_dir_all|removeSync|unlinkSync|fs\.rm\b|shutil/i.test(code))
    reasons.add('recursive-delete');
  if (/\bfork\b.*\bwhile\b|\bwhile\b.*\bfork\b/i.test(code)) reasons.add('fork-bomb');
}

const senders = new Set(
  'curl wget http https xh nc ncat netcat socat telnet scp sftp rsync ftp lftp tftp mail mailx sendmail mutt ssh rclone dig nslookup host ping'.split(
    ' ',
  ),
);

function sends(program: string, reasons: ReadonlySet<RiskName>): boolean {
  return (
    senders.has(program) ||
    (program === 'gh' && reasons.has('network-upload')) ||
    (program === 'aws' && reasons.has('network-upload')) ||
    (program === 'gsutil' && reasons.has('network-upload')) ||
    (program === 'openssl' && reasons.has('raw-socket'))
  );
}

const secretName =
  /(?:token|secret|passw(?:or)?d|passwd|api_?key|credential|private_?key|access_?key|auth_?key|_pat\b|^AWS_(?:SECRET|SESSION)|_PSW$)/i;

function mentionsSecretVariable(word: ShellWord): boolean {
  return word.pieces.some(
    piece =>
      (piece.kind === 'variable' && secretName.test(piece.name)) ||
      (piece.kind === 'opaque' && secretName.test(piece.name ?? '')),
  );
}

function addExfiltration(occurrence: Occurrence, reasons: Set<RiskName>): void {
  const { words, command } = occurrence;
  const sources = [...upstreamOf(command.stdin), ...nestedCommands(words.slice(1))];
  const input = [...command.redirects, ...(command.stdin?.redirects ?? [])].filter(one => one.operator.startsWith('<'));
  const own = words.slice(1).some(word => mentionsSecretVariable(word) || namesSecret(word));
  const fed = input.some(one => (one.target ? namesSecret(one.target) || mentionsSecretVariable(one.target) : false));
  if (own || fed || sources.some(readsSecret)) reasons.add('secret-exfil');
}

function namesSecret(word: ShellWord): boolean {
  const text = word.pieces.map(piece => ('text' in piece ? piece.text : piece.kind === 'tilde' ? '~' : '')).join('');
  const path = text.replace(/^(?:[^@=<]*=)?[@<]|^[^@=<]*=/, '');
  return [text, path].some(one => !/^https?:/.test(one) && isSensitive(one.replace(/^\w+@[\w.]+:/, '')));
}

function readsSecret(command: SimpleCommand): boolean {
  const program = programName(command.words[0]?.value ?? '');
  if (program === 'env' && command.words.length === 1) return true;
  if (program === 'printenv' || program === 'set' || program === 'export')
    return command.words.length === 1 || secretName.test(lineOf(command.words));
  const line = lineOf(command.words.slice(1));
  const told = (commandRisks.get(program) ?? []).some(
    ([name, pattern]) => name === 'secret-read' && (pattern === undefined || pattern.test(line)),
  );
  const redirected = command.redirects.some(
    one => one.operator === '<' && one.target !== undefined && namesSecret(one.target),
  );
  return (
    told ||
    redirected ||
    command.words.slice(1).some(word => mentionsSecretVariable(word) || (program !== 'echo' && namesSecret(word)))
  );
}

const metadataOnly = new Set(
  'ls tree du stat file test [ realpath readlink basename dirname find echo printf git rm mkdir touch cd chmod chown chgrp'.split(
    ' ',
  ),
);
const persistentPath =
  /(?:^|\/)(?:\.bashrc|\.bash_profile|\.bash_login|\.bash_aliases|\.bash_logout|\.profile|\.zshrc|\.zprofile|\.zshenv|\.zlogin|\.zlogout|\.envrc|\.xinitrc|\.xprofile|\.inputrc|\.kshrc|\.cshrc|\.tcshrc|authorized_keys2?|crontab|rc\.local)$|(?:^|\/)\.ssh\/(?:rc|config)$|(?:^|\/)\.git\/hooks(?:\/|$)|(?:^|\/)\.husky(?:\/|$)|(?:^|\/)\.vscode\/(?:tasks|settings|launch|extensions)\.json$|(?:^|\/)\.(?:claude|cursor|gemini|codex)\/|(?:^|\/)\.github\/(?:workflows|actions)\/|(?:^|\/)\.gitlab-ci\.yml$|(?:^|\/)\.circleci\/|(?:^|\/)(?:LaunchAgents|LaunchDaemons|autostart|cron\.\w+|cron\.d|cron|init\.d|profile\.d|systemd)(?:\/|$)|^\/etc\/(?:profile|bash\.bashrc|environment|crontab|ld\.so\.preload|rc\.local|inittab)|(?:^|\/)config\.fish$|(?:^|\/)\.devcontainer(?:\/|\.json$)|(?:^|\/)\.mcp\.json$|(?:^|\/)(?:\.pre-commit-config\.yaml|\.?lefthook\.ya?ml)$|(?:^|\/)\.idea\/|(?:^|\/)\.config\/systemd\//;
const configPath =
  /(?:^|\/)(?:\.gitconfig|\.gitmodules|\.npmrc|\.yarnrc(?:\.yml)?|\.pip\.conf|pip\.conf|\.pypirc|\.netrc|\.bunfig\.toml|bunfig\.toml|\.claude\.json|\.ripgreprc|\.curlrc|\.wgetrc|\.bazelrc|\.pnpmfile\.cjs|\.pnp\.cjs|\.tool-versions)$|(?:^|\/)\.git\/(?:config|info\/attributes)$|(?:^|\/)\.config\/git\/|(?:^|\/)\.cargo\/config(?:\.toml)?$|(?:^|\/)\.docker\/config\.json$|(?:^|\/)\.kube\/config$|(?:^|\/)\.aws\/(?:config|credentials)$|^\/etc\/(?:hosts|resolv\.conf|sudoers|passwd|shadow|group|fstab|ssh\/)/;
const systemPath =
  /^\/(?:etc|usr|bin|sbin|lib|lib32|lib64|boot|opt|sys|proc|System|Library|Applications|var\/(?!tmp\/|folders\/)|private\/etc|root|srv)(?:\/|$)/;

/** What writing this path means. */
export function writeRisks(path: string, inWorkspace: boolean): readonly RiskName[] {
  const found: RiskName[] = ['file-write'];
  if (persistentPath.test(path)) found.push('persistence');
  if (configPath.test(path)) found.push('config-tamper');
  if (!inWorkspace && systemPath.test(path)) found.push('system-write');
  if (!inWorkspace) found.push('outside-workspace');
  return found;
}

export function readRisks(path: string, inWorkspace: boolean): readonly RiskName[] {
  const found: RiskName[] = [];
  if (isSensitive(path)) found.push('secret-read');
  if (!inWorkspace) found.push('outside-workspace');
  return found;
}

function addAccesses(occurrence: Occurrence, program: string, reasons: Set<RiskName>, world: World): void {
  for (const { word, access } of fileAccesses(occurrence.words)) {
    if (word.value === '-' || word.value === '') continue;
    for (const path of pathsOf(word, occurrence.command, world)) {
      const inside = world.isInWorkspace(world.forms(path));
      if (access === 'write')
        for (const name of writeRisks(path, inside))
          reasons.add(name === 'file-write' && reasons.has('file-delete') ? 'file-delete' : name);
      else
        for (const name of readRisks(path, inside))
          if (name !== 'secret-read' || !metadataOnly.has(program)) reasons.add(name);
    }
  }
  if (
    !metadataOnly.has(program) &&
    occurrence.words
      .slice(1)
      .some(word => word.value?.startsWith('-') !== true && namesSecret(word) && looksLikeFile(program, word))
  ) {
    reasons.add('secret-read');
  }
}

const textPrograms = new Set(
  'grep egrep fgrep rg ag sed awk jq curl wget npm yarn pnpm docker kubectl make'.split(' '),
);

function looksLikeFile(program: string, word: ShellWord): boolean {
  if (textPrograms.has(program)) return false;
  return !/\s/.test(word.value ?? '');
}

function pathsOf(word: ShellWord, command: SimpleCommand, world: World): readonly string[] {
  const folders = command.place.folders.length > 0 ? command.place.folders : [world.cwd];
  return folders.flatMap(folder => {
    const text =
      word.pieces.length === 0
        ? word.value
        : (resolvedValue(word, folder, world.context.home) ?? globbed(word, world.context.home));
    return text === undefined || text === '' ? [] : [joinPath(folder, text)];
  });
}

function globbed(word: ShellWord, home: string): string | undefined {
  let text = '';
  for (const piece of word.pieces) {
    if (piece.kind === 'text' || piece.kind === 'glob') text += piece.text;
    else if (piece.kind === 'tilde') text += home;
    else if (piece.kind === 'variable' && piece.name === 'HOME') text += home;
    else return undefined;
  }
  return text;
}

function addRedirects(command: SimpleCommand, reasons: Set<RiskName>, world: World): void {
  for (const redirect of command.redirects) {
    const target = redirect.target;
    if (!target || redirect.operator === '<<<') continue;
    const text = target.value ?? target.raw;
    const isWrite = redirect.operator !== '<' && redirect.operator !== '<&';
    if (/^(?:\/dev\/(?:null|stdout|stderr|stdin|tty)|-|[0-9]+-?)$/.test(text)) continue;
    if (/^\/dev\/(?:tcp|udp)\//.test(text)) {
      reasons.add('raw-socket');
      reasons.add('network');
      continue;
    }
    if (isWrite && /^\/dev\/(?:sd|hd|vd|xvd|nvme|disk|mmcblk|md|dm-|mapper|mem|kmem|port|rdisk|loop)/.test(text))
      reasons.add('disk-write');
    if (isWrite && text.startsWith('/proc/sysrq-trigger')) reasons.add('shutdown');
    const paths = pathsOf(target, command, world);
    if (isWrite && paths.length === 0) reasons.add('file-write');
    for (const path of paths) {
      const inside = world.isInWorkspace(world.forms(path));
      for (const name of isWrite ? writeRisks(path, inside) : readRisks(path, inside)) reasons.add(name);
    }
  }
}

const injected =
  /^(?:LD_\w+|DYLD_\w+|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|PATH|BASH_ENV|ENV|IFS|CDPATH|PS4|PROMPT_COMMAND|SHELLOPTS|BASHOPTS|GIT_\w*(?:SSH|COMMAND|EDITOR|PAGER|ASKPASS|DIFF|EXEC_PATH|CONFIG|DIR|PROXY|TEMPLATE|WORK_TREE)\w*|SSH_ASKPASS|PYTHON(?:PATH|STARTUP|HOME|INSPECT|BREAKPOINT|WARNINGS)|PERL5(?:LIB|OPT|DB)|PERLLIB|RUBY(?:OPT|LIB)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|LESSCLOSE|BROWSER|SHELL|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|CARGO_\w*(?:RUNNER|WRAPPER|LINKER)|RUSTFLAGS|MAKEFLAGS|GOFLAGS|GOPROXY|CC|CXX|LUA_INIT|PHP_INI_SCAN_DIR|PHPRC|RIPGREP_CONFIG_PATH|npm_config_\w+|NPM_CONFIG_\w+|YARN_\w+|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|HTTPS?_PROXY|https?_proxy|ALL_PROXY|ANTHROPIC_\w+|CLAUDE_\w+|OPENSSL_CONF|SSL_CERT_FILE|GCONV_PATH|TERMINFO|HOSTALIASES|ZDOTDIR|fpath|path)$/;

function addVariable(name: string, value: string, reasons: Set<RiskName>): void {
  if (injected.test(name) && !/^(?:npm_config_loglevel)$/.test(name)) reasons.add('env-injection');
  if (/^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)$/.test(name) && value === '0')
    reasons.add('security-disable');
  if (
    /^(?:GIT_SSL_NO_VERIFY|HISTFILE|HISTSIZE|HISTCONTROL|NPM_CONFIG_STRICT_SSL|HUSKY|HUSKY_SKIP_HOOKS)$/i.test(name)
  ) {
    if (name !== 'HUSKY' || value === '0') reasons.add('security-disable');
  }
}

function addAssignments(command: SimpleCommand, reasons: Set<RiskName>): void {
  for (const assignment of command.assignments) addVariable(assignment.name, assignment.value?.value ?? '', reasons);
}

function addEnvironmentWords(program: string, words: readonly ShellWord[], reasons: Set<RiskName>): void {
  if (!/^(?:env|export|declare|typeset|readonly|local|sudo|launchctl|setx|systemd-run)$/.test(program)) return;
  for (const word of words.slice(1)) {
    const assignment = /^([A-Za-z_]\w*)=(.*)$/s.exec(word.value ?? word.raw);
    if (assignment) addVariable(assignment[1] ?? '', assignment[2] ?? '', reasons);
  }
}
