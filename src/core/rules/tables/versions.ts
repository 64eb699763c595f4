import { entryOf } from '../../base/entryOf';

/**
 * Programs that tell their version and end, before they look at any project. Those that start what a project brings
 * even then (wrappers of builds, `mvn`, `bundle`, `pytest`) are not among them.
 */
const asked: Readonly<Record<string, string>> = {
  '--version':
    'make gmake cmake ctest ninja meson bash zsh fish gcc g++ cc c++ clang clang++ clang-format ld gdb npx corepack bun ' +
    'deno node npm tsc eslint prettier python python3 pip pip3 pipx uv ruff black ruby gem irb php perl rustc cargo ' +
    'rustfmt rustup swift ghc cabal stack elixir lua luajit julia R Rscript java javac docker docker-compose podman gh ' +
    'glab aws doctl curl wget openssl rsync tar gzip gunzip bzip2 xz zip jq yq rg fd fdfind bat fzf ag ack tree sqlite3 ' +
    'psql pg_dump mysql redis-cli vim nvim nano emacs code nohup timeout nice stdbuf env xargs find sed gawk awk grep ' +
    'setsid flock watch parallel shellcheck shfmt hadolint actionlint pandoc dot less man patch file m4 autoconf ' +
    'automake libtool pkg-config protoc strace ltrace install split sudo bc dc unzip',
  '-V': 'python python3 ssh nano rustc cargo tmux lsof make sudo',
  '-v': 'node npm perl php ruby lua tsc docker gcc clang nginx deno bun unzip',
  version: 'openssl go',
  '-version': 'java javac ffmpeg',
};

/** What a program looks for from its folder upwards, to start what is named there in its own place. */
const replacedBy: Readonly<Record<string, readonly string[]>> = {
  yarn: ['.yarnrc', '.yarnrc.yml', '.corepack.env'],
  // The version that a project asks for is fetched, from where the project says.
  pnpm: ['pnpm-workspace.yaml', '.npmrc', '.corepack.env'],
  rustc: ['rust-toolchain', 'rust-toolchain.toml'],
  cargo: ['rust-toolchain', 'rust-toolchain.toml'],
  // It asks the compiler of the project for its version too.
  rustup: ['rust-toolchain', 'rust-toolchain.toml'],
  go: ['go.mod', 'go.work'],
  rustfmt: ['rust-toolchain', 'rust-toolchain.toml'],
};

const words = new Map<string, ReadonlySet<string>>([
  ['yarn', new Set(['-v', '--version'])],
  ['pnpm', new Set(['-v', '--version'])],
]);
for (const [word, programs] of Object.entries(asked)) {
  for (const program of programs.split(' ')) words.set(program, new Set([...(words.get(program) ?? []), word]));
}

export function tellsVersion(program: string, word: string): boolean {
  return words.get(program)?.has(word) === true;
}

/** Files that must not stand in the folder or above it when a program is asked for its version. */
export function replacements(program: string): readonly string[] {
  return entryOf(replacedBy, program) ?? [];
}

/** Version managers take from here where a program lies, or how to fetch it. */
const anyProgram = [
  { file: '.tool-versions', holds: /\bpath:/ },
  { file: '.volta/hooks.json', holds: /"bin"/ },
];
/** One that stands in the place of `yarn` or `pnpm` fetches what is named here. */
const packageManager = { file: 'package.json', holds: /"(?:packageManager|devEngines)"/ };

/** Texts in files in its folder or above that name another program in the place of this one. */
export function namedElsewhere(program: string): readonly { readonly file: string; readonly holds: RegExp }[] {
  if (!words.has(program)) return [];
  return /^(?:yarn|pnpm)$/.test(program) ? [...anyProgram, packageManager] : anyProgram;
}
