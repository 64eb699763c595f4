/** Programs that start another program which is named in their arguments. */

export interface Wrapper {
  /** Flags with a value: letters for short ones, names for long ones. */
  readonly values?: string;
  /** Operands of its own before the command. */
  readonly operands?: number;
  /** Flags with two values. */
  readonly twoValues?: string;
  /** `NAME=value` words may stand before the command. */
  readonly assignments?: true;
  /** Flags whose value is a shell text. */
  readonly scripts?: string;
  /** The command words are joined into one shell text. */
  readonly joins?: true;
  /** The wrapper adds arguments of its own to the command. */
  readonly appends?: true;
  /** Takes no command when one of these flags is given. */
  readonly unless?: string;
}

const sudo: Wrapper = {
  values:
    'u g h p C T R D r t U a c user group host prompt close-from command-timeout chroot chdir role type other-user auth-type login-class',
  assignments: true,
};
const su: Wrapper = {
  values: 'c s g G w u command shell group supp-group user whitelist-environment',
  scripts: 'c command session-command',
  operands: 1,
};
const env: Wrapper = { values: 'u C S unset chdir split-string', scripts: 'S split-string', assignments: true };
const timeout: Wrapper = { values: 's k signal kill-after', operands: 1 };
const xargs: Wrapper = {
  values: 'I L n P s d a E arg-file delimiter max-args max-procs max-lines max-chars process-slot-var replace',
  appends: true,
};
const npmExec: Wrapper = { values: 'p c w package call workspace', scripts: 'c call' };

const table: Readonly<Record<string, Wrapper>> = {
  env,
  genv: env,
  sudo,
  doas: { values: 'u C a' },
  pkexec: { values: 'user' },
  su,
  runuser: { values: su.values ?? '', scripts: 'c command session-command' },
  timeout,
  gtimeout: timeout,
  nice: { values: 'n adjustment' },
  gnice: { values: 'n adjustment' },
  ionice: { values: 'c n p P u class classdata pid' },
  chrt: { values: 'T P D sched-runtime sched-period sched-deadline', operands: 1 },
  taskset: { operands: 1 },
  nohup: {},
  setsid: {},
  command: { unless: 'v V' },
  builtin: {},
  time: { values: 'f o format output' },
  gtime: { values: 'f o format output' },
  caffeinate: { values: 't w' },
  unbuffer: {},
  noglob: {},
  nocorrect: {},
  '-': {},
  rlwrap: { values: 'b c C D f g H I l M O P q s S t w z' },
  busybox: {},
  toybox: {},
  unshare: { values: 'S G R w setuid setgid root wd propagation map-user map-group' },
  nsenter: { values: 't S G setuid setgid target' },
  setpriv: { values: 'reuid regid groups inh-caps ambient-caps bounding-set securebits selinux-label' },
  numactl: { values: 'm N C i p membind cpunodebind physcpubind interleave preferred localalloc' },
  firejail: {},
  bwrap: {
    values:
      'tmpfs proc dev dir chdir unsetenv uid gid hostname remount-ro mqueue lock-file sync-fd seccomp cap-add cap-drop perms size',
    twoValues: 'bind ro-bind dev-bind bind-try ro-bind-try dev-bind-try symlink setenv file bind-data ro-bind-data',
  },
  exec: { values: 'a' },
  stdbuf: { values: 'i o e input output error' },
  gstdbuf: { values: 'i o e input output error' },
  xargs,
  gxargs: xargs,
  watch: { values: 'n interval', joins: true },
  parallel: {
    values: 'j a S N n L I jobs arg-file sshlogin max-args delay timeout retries joblog results tmpdir',
    joins: true,
    appends: true,
  },
  flock: { values: 'w E timeout conflict-exit-code c command', operands: 1, scripts: 'c command' },
  script: { values: 'c I O B T m E command log-in log-out log-io log-timing', scripts: 'c command', operands: 99 },
  strace: { values: 'e o p s u E a b I O P S X trace output attach string-limit user env' },
  ltrace: { values: 'e o p s u l n a A D F x' },
  gdb: { values: 'x ex command eval-command p pid c core cd d directory' },
  valgrind: {},
  chroot: { values: 'userspec groups', operands: 1 },
  'systemd-run': {
    values:
      'u p E H M t unit property setenv host machine slice description working-directory uid gid nice on-active on-calendar',
  },
  'dbus-run-session': {},
  'xvfb-run': { values: 'n e f p s w server-num error-file auth-file server-args wait' },
  fakeroot: { values: 'l s i b' },
  proxychains: { values: 'f' },
  proxychains4: { values: 'f' },
  torsocks: {},
  hyperfine: {
    values: 'w r n p S c warmup runs prepare setup cleanup conclude',
    joins: true,
    scripts: 'p prepare s setup c cleanup',
  },
  entr: { scripts: 's' },
  npx: npmExec,
  bunx: npmExec,
  pnpx: npmExec,
  'npm exec': npmExec,
  'npm x': npmExec,
  'pnpm exec': npmExec,
  'pnpm dlx': npmExec,
  'yarn exec': npmExec,
  'yarn dlx': npmExec,
  'bun x': npmExec,
  'uv run': { values: 'with p python' },
  'poetry run': {},
  'pipenv run': {},
  'bundle exec': {},
  'git bisect run': {},
  'perf stat': { values: 'e o r p C' },
  'perf record': { values: 'e o F p c C' },
};

export const wrappers: ReadonlyMap<string, Wrapper> = new Map(Object.entries(table));

export const shells: ReadonlySet<string> = new Set('sh bash zsh dash ksh mksh fish ash rbash csh tcsh'.split(' '));

export const interpreters: ReadonlySet<string> = new Set(
  'python python2 python3 pypy perl ruby node nodejs deno bun php lua tclsh osascript Rscript groovy awk gawk mawk nawk'.split(
    ' ',
  ),
);

/** Flags before the subcommand that take a value, so that `git -C dir push` is still `git push`. */
const globalOptionTable: Readonly<Record<string, string>> = {
  git: '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source',
  npm: '--prefix -C -w --workspace --userconfig --registry --loglevel --cache',
  pnpm: '-C --dir -F --filter',
  yarn: '--cwd',
  bun: '--cwd',
  docker: '-H --host -c --context --config -l --log-level --tlscacert --tlscert --tlskey',
  podman: '-c --connection --url --log-level --root --runroot',
  'docker-compose': '-f --file -p --project-name --profile --env-file',
  kubectl:
    '-n --namespace --context --kubeconfig --cluster --user -s --server --as --as-group --token --request-timeout --cache-dir -v',
  helm: '-n --namespace --kube-context --kubeconfig',
  gh: '-R --repo',
  cargo: '--config -Z -C --color',
  aws: '--profile --region --endpoint-url --output --query --ca-bundle --color',
  gcloud: '--project --account --configuration --format --verbosity',
  systemctl: '-H -M -t --host --machine --type --state -p --property',
  make: '-C -f -I --directory --file --include-dir -j -l -o -W',
  apt: '-o -c -t',
  'apt-get': '-o -c -t',
  go: '-C',
  pip: '--python --proxy --log --cache-dir --index-url --timeout',
  pip3: '--python --proxy --log --cache-dir --index-url --timeout',
  terraform: '-chdir',
  hg: '-R --repository --cwd --config',
  svn: '--config-dir --username --password',
};

const globalOptions = new Map(
  Object.entries(globalOptionTable).map(([program, flags]) => [program, new Set(flags.split(' '))]),
);

export function globalOptionsWithValue(program: string): ReadonlySet<string> {
  return globalOptions.get(program) ?? noOptions;
}

const noOptions: ReadonlySet<string> = new Set();

/** Long forms of flags, so that a rule for `rm -rf` also meets `rm --recursive --force`. */
export const longForms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rm: { recursive: 'r', force: 'f', interactive: 'i', dir: 'd', verbose: 'v', R: 'r' },
  cp: { recursive: 'r', force: 'f', archive: 'a', R: 'r' },
  mv: { force: 'f' },
  chmod: { recursive: 'R' },
  chown: { recursive: 'R' },
  chgrp: { recursive: 'R' },
  'git push': { force: 'f', delete: 'd', tags: 'tags', 'set-upstream': 'u', 'dry-run': 'n' },
  'git clean': { force: 'f' },
  'git commit': { all: 'a', message: 'm', 'no-verify': 'n' },
  'git branch': { delete: 'd', force: 'f', move: 'm', copy: 'c' },
  'git add': { all: 'A', force: 'f' },
  'git checkout': { force: 'f' },
  'npm install': { global: 'g', 'save-dev': 'D' },
  curl: { output: 'o', data: 'd', request: 'X', upload: 'T', 'upload-file': 'T', form: 'F', insecure: 'k' },
};
