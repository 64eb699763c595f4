import { byName } from './byName';

/** Programs with a language of their own, in which a text can put any name together and start or open it. */

export interface Language {
  /** Options of which the next word, or the rest of the same, is a program or names the file of one. */
  readonly inline: RegExp;
  /** It runs what it is fed, where no operand names a program. */
  readonly fed?: true;
  /** What it is fed is a program, whatever its operands. */
  readonly alwaysFed?: true;
  /** Each operand is a program. */
  readonly operands?: true;
}

const code =
  /^(?:-\w*[cepErRB]|-eval|--(?:eval|print|execute|command|exec|expression|run|import|require)(?:=.*)?|eval)$/s;
const script: Language = { inline: code, fed: true };
const editor: Language = {
  inline: /^(?:\+.+|-[a-zA-Z]*[cSsuUiwWV].*|--(?:cmd|startuptime|remote).*)$/s,
  alwaysFed: true,
};
const debug: Language = {
  inline: /^--?(?:i?ex|i?x|eval-command|init-eval-command|command|init-command|py).*$/,
  fed: true,
};
const lisp: Language = { inline: /^-{1,2}(?:eval|e|c|l|load|f|funcall|script|x|g|goal|s|t|r|b).*$/, fed: true };

const table: Readonly<Record<string, Language>> = {
  'python pypy perl ruby irb node nodejs deno bun php lua luajit texlua tclsh wish expect osascript groovy': script,
  'julia R Rscript octave maxima scala kotlin jshell ghc ghci runghc ocaml iex elixir erl xonsh nu pwsh powershell':
    script,
  'ipython bpython ptpython pry gnuplot crystal swift mongo mongosh mysqlsh kotlinc sqlmap': script,
  'gdb lldb': debug,
  'vim vi ex view nvim gvim rvim rview vimdiff gvimdiff': editor,
  'emacs emacsclient guile racket sbcl clisp swipl gprolog': lisp,
  sqlite3: { inline: /^-(?:cmd|init|A.*)$/, operands: true, fed: true },
  'psql mysql mariadb': { inline: /^(?:-[ce].*|--(?:command|execute|pager|init-command)(?:=.*)?)$/s, fed: true },
  'redis-cli valkey-cli': { inline: /^(?:eval|script|function)$/i },
  m4: { inline: /^-D.*$/s, fed: true, operands: true },
  'ed red': { inline: /^!/, alwaysFed: true },
};

const languages = byName(table);

/** `python3.11` speaks what `python` speaks. */
export function languageName(program: string): string {
  return /^(?:python|pypy|perl|ruby|lua|php|node|tclsh|wish|guile)[0-9.-]+$/.test(program)
    ? program.replace(/[0-9.-]+$/, '')
    : program;
}

export function languageOf(program: string): Language | undefined {
  return languages.get(languageName(program));
}

/** Modules of python that run what stands in their arguments, or what they are fed. */
export const runningModules: ReadonlySet<string> = new Set(
  'timeit trace pdb code cProfile profile runpy asyncio bdb doctest IPython idlelib site unittest.mock'.split(' '),
);

/** These take what stands in their arguments as data, however much it looks like code, or have their languages read elsewhere. */
const takingData: ReadonlySet<string> = new Set(
  (
    'curl wget http https xh gh glab hub git hg svn jj kubectl oc docker podman nerdctl docker-compose helm aws gcloud gsutil az terraform tofu ' +
    'npm yarn pnpm bun jest vitest mocha ava pytest eslint prettier tsc biome ruff mypy black isort flake8 pylint pyright cargo go rustc ' +
    'gcc g++ cc c++ clang clang++ javac java dotnet mvn gradle gradlew pip pip3 pipx poetry uv brew apt apt-get systemctl journalctl code ssh scp ping ' +
    'dig nslookup host openssl ffmpeg pandoc rails rake bundle composer mix flutter playwright cypress tox nox prisma vercel netlify firebase ' +
    'wrangler supabase stylelint markdownlint shellcheck hadolint turbo nx lerna webpack vite rollup esbuild next astro storybook ' +
    'notify-send say logger xdg-open open tput stty clear reset column date dd make cmake ninja echo printf expr test [ [[ : true false export declare typeset local readonly ' +
    'unset set read let trap alias unalias eval exec source . type hash command builtin wait kill pkill jobs fg bg disown ulimit umask history shopt bind complete compgen getopts mapfile readarray return exit shift enable caller times ' +
    'cp mv rm ln mkdir rmdir touch tee install chmod chown tar zip unzip gzip rsync man less more vim vi nano find fd xargs sed awk jq yq sort rg grep'
  ).split(' '),
);

export function takesData(program: string): boolean {
  return takingData.has(program);
}

const given =
  /^(?:-[cCeErRxXsSbfk]|-{1,2}(?:eval|exec|execute|expr|expression|command|cmd|run|do|code|script|shell|program|body|action|actions|batch|python-expr)|eval|exec|run|exec-env|exec-file)$/i;

/** A text that may be a program in whatever language: more than a name, a number, a path or an address. */
export function looksLikeCode(text: string, before = ''): boolean {
  const [, value = text] = /^--?[\w-]+=(.*)$/s.exec(text) ?? [];
  if (/["'`\\$;|]|[({<].*[)}>]/s.test(value)) return true;
  return (given.test(before) || value !== text) && /[^\w./:=@,%+~-]/.test(value);
}
