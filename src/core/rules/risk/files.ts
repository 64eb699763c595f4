/** What reading and writing a path means. */
import type { SimpleCommand } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import { fileAccesses } from '../starts/fileAccess';
import { joinPath } from '../paths/pathText';
import { namesSecret } from './secrets';
import type { RiskName } from '../tables/riskReasons';
import { resolvedValue } from '../shell/word';
import { type ShellWord } from '../shell/syntax';
import { isSensitive, type World } from '../paths/world';

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

export function addAccesses(occurrence: Occurrence, program: string, reasons: Set<RiskName>, world: World): void {
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

export function addRedirects(command: SimpleCommand, reasons: Set<RiskName>, world: World): void {
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
