/** What reading and writing a path means. */
import type { SimpleCommand } from '../shell/syntax';
import type { Occurrence } from '../starts/expand';
import { fileAccesses } from '../starts/fileAccess';
import { isDisk } from './devices';
import type { Effects } from './effects';
import { pathsOf } from './wordPaths';
import { meanings, type Scene } from './scene';
import { namesSecret, treeSecret } from './secrets';
import { type ShellWord } from '../shell/syntax';
import { isInside, normalPath } from '../paths/pathText';
import { isSensitive, type World } from '../paths/world';

const metadataOnly = new Set(
  'ls tree du stat file test [ realpath readlink basename dirname find echo printf rm mkdir touch cd chmod chown chgrp'.split(
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
export function addWrite(path: string, world: World, effects: Effects): void {
  world.budget.spend(1);
  const inWorkspace = world.isInWorkspace(world.forms(path));
  const shown = world.shown(path);
  effects.add(effects.has('file-delete') ? 'file-delete' : 'file-write', shown);
  if (persistentPath.test(path) || world.isAgentsOwn(path)) effects.add('persistence', shown);
  if (configPath.test(path) || world.protects(path)) effects.add('config-tamper', shown);
  if (isSensitive(path)) effects.add('secret-write', shown);
  const home = normalPath(world.context.home);
  // The home of root lies among system folders; in a container the home may be all there is.
  const isAtHome = home !== '/' && isInside(path, home);
  const isSystem = (systemPath.test(path) && !isAtHome) || (path === '/' && !effects.has('file-delete'));
  if (!inWorkspace && isSystem) effects.add('system-write', shown);
  if (!inWorkspace) effects.add('outside-workspace', shown);
  if (isDisk(path)) effects.add('disk-write', path);
}

export function addRead(path: string, world: World, effects: Effects): void {
  world.budget.spend(1);
  if (isSensitive(path)) effects.add('secret-read', world.shown(path));
  if (!world.isInWorkspace(world.forms(path))) effects.add('outside-workspace', world.shown(path));
}

export function addAccesses({ words, command }: Occurrence, program: string, scene: Scene): void {
  const { world, effects } = scene;
  const looksOnly = metadataOnly.has(program);
  for (const { word, access } of fileAccesses(words)) {
    if (word.value === '-' || word.value === '') continue;
    for (const path of meanings(word, scene.values).flatMap(one => pathsOf(one, command, world))) {
      if (access === 'write') addWrite(path, world, effects);
      else if (looksOnly) {
        if (!world.isInWorkspace(world.forms(path))) effects.add('outside-workspace', world.shown(path));
      } else addRead(path, world, effects);
    }
  }
  if (looksOnly) return;
  const secret = words
    .slice(1)
    .find(word => word.value?.startsWith('-') !== true && namesSecret(word) && looksLikeFile(program, word));
  if (secret) effects.add('secret-read', secret.raw);
  const within = searchers.test(program) ? treeSecret(words, command, world) : undefined;
  if (within !== undefined) effects.add('secret-read', world.shown(within));
}

/** Programs that show what they find in a tree. */
const searchers = /^(?:[ef]?grep|rg|ag|ack|diff)$/;

const textPrograms = new Set(
  'grep egrep fgrep rg ag sed awk jq curl wget npm yarn pnpm docker kubectl make'.split(' '),
);

function looksLikeFile(program: string, word: ShellWord): boolean {
  if (textPrograms.has(program)) return false;
  // Of the words of git only a path is a file; others are patterns, messages and names.
  if (program === 'git' && !/[./]/.test(word.value ?? word.raw)) return false;
  return !/\s/.test(word.value ?? '');
}

export function addRedirects(command: SimpleCommand, { world, effects, values }: Scene): void {
  for (const redirect of command.redirects) {
    const target = redirect.target;
    if (!target || redirect.operator === '<<<') continue;
    const text = target.value ?? target.raw;
    const isWrite = redirect.operator !== '<' && redirect.operator !== '<&';
    if (/^(?:\/dev\/(?:null|stdout|stderr|stdin|tty)|-|[0-9]+-?)$/.test(text)) continue;
    if (/^\/dev\/(?:tcp|udp)\//.test(text)) {
      effects.add('raw-socket');
      effects.add('network', text.split('/')[3]);
      continue;
    }
    if (isWrite && text.startsWith('/proc/sysrq-trigger')) effects.add('shutdown');
    const paths = meanings(target, values).flatMap(word => pathsOf(word, command, world));
    if (isWrite && paths.length === 0) effects.add('file-write');
    for (const path of paths) {
      if (isWrite) addWrite(path, world, effects);
      else addRead(path, world, effects);
    }
  }
}
