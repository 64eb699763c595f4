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

const code = /^(?:-\w*[cepErRB]|--(?:eval|print|execute|command|exec|expression|run|import|require)(?:=.*)?|eval)$/s;
const script: Language = { inline: code, fed: true };
const editor: Language = {
  inline: /^(?:\+.+|-[a-zA-Z]*[cSsuUiwWV].*|--(?:cmd|startuptime|remote).*)$/s,
  alwaysFed: true,
};
const debug: Language = {
  inline: /^--?(?:i?ex|i?x|eval-command|init-eval-command|command|init-command|py).*$/,
  fed: true,
};
const lisp: Language = { inline: /^-{1,2}(?:eval|e|l|load|f|funcall|script|x|g|goal|s|t|r|b).*$/, fed: true };

const table: Readonly<Record<string, Language>> = {
  'python pypy perl ruby irb node nodejs deno bun php lua luajit texlua tclsh wish expect osascript groovy': script,
  'julia R Rscript octave maxima scala kotlin jshell ghc ghci runghc ocaml iex elixir erl xonsh nu pwsh powershell':
    script,
  'ipython bpython ptpython pry gnuplot crystal': script,
  'gdb lldb': debug,
  'vim vi ex view nvim gvim rvim rview vimdiff gvimdiff': editor,
  'emacs emacsclient guile racket sbcl clisp swipl gprolog': lisp,
  sqlite3: { inline: /^-(?:cmd|init|A.*)$/, operands: true, fed: true },
  'psql mysql mariadb': { inline: /^(?:-[ce].*|--(?:command|execute|pager|init-command)(?:=.*)?)$/s, fed: true },
  m4: { inline: /^-D.*$/s, fed: true, operands: true },
  'ed red': { inline: /^!/, alwaysFed: true },
};

const languages = new Map(
  Object.entries(table).flatMap(([names, language]) => names.split(' ').map(name => [name, language] as const)),
);

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
