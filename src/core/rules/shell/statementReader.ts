import type * as Bash from 'unbash';
import { CommandReader } from './commandReader';
import { ConditionReader } from './conditionReader';
import { type Findings, slice, type Surroundings } from './findings';
import { readersAgree } from './agreement';
import { samePlace, unionOfPlaces } from './place';
import type { Piece, Place, Stdin } from './syntax';
import type { Bindings } from './bindings';
import { WordReader } from './wordReader';
import { say } from '../../texts/sentence';

/** Deeper than this a text is not followed. */
const deepest = 120;

/** Reads the statements of a script: pipelines, lists, loops and groups, and what each does to the folder of the next. */
export class StatementReader {
  readonly #findings: Findings;
  readonly #words: WordReader;
  readonly #commands: CommandReader;
  readonly #conditions: ConditionReader;

  constructor(findings: Findings) {
    this.#findings = findings;
    this.#words = new WordReader(findings, (script, around) => this.script(script, around));
    this.#commands = new CommandReader(findings, this.#words);
    this.#conditions = new ConditionReader(findings, this.#words);
  }

  script(script: Bash.ParsedScript | undefined, around: Surroundings): Place {
    if (!script) {
      this.#findings.doubt('unparseable', say('A substitution could not be parsed.'));
      return around.place;
    }
    const error = script.errors?.[0];
    if (error)
      this.#findings.doubt('unparseable', say('The shell would not understand it: {error}.', { error: error.message }));
    if (around.depth > deepest) {
      this.#findings.doubt('unparseable', say('It is nested too deeply.'));
      return around.place;
    }
    const source = script.source ?? around.source;
    const { result: after, parsed } = this.#findings.within(() =>
      this.#statements(script.commands, { ...around, source }),
    );
    // Constructs that only the parser knows are doubts already.
    const isUnderstood = this.#findings.doubts.every(({ kind }) => kind === 'group');
    if (isUnderstood && !readersAgree(source, { from: script.pos, to: script.end }, parsed))
      this.#findings.doubt('unparseable', say('A part of it could not be understood.'));
    return after;
  }

  #statements(statements: readonly Bash.Statement[], around: Surroundings): Place {
    let place = around.place;
    let { bound } = around;
    for (const statement of statements) {
      place = this.#statement(statement, { ...around, place, bound });
      if (!statement.background && isOne(statement.command)) bound = this.#boundBy(bound);
    }
    return place;
  }

  /** What is known behind the command that was read last. */
  #boundBy(bound: Bindings): Bindings {
    const command = this.#findings.commands.at(-1);
    if (command?.words.length !== 0 || command.role !== undefined) return bound;
    return command.assignments.reduce(
      (all, { name, value, complex }) => (value && !complex ? this.#findings.bind(all, name, [value], command) : all),
      bound,
    );
  }

  #statement(statement: Bash.Statement, around: Surroundings): Place {
    if (statement.background) this.#findings.doubt('background', say('It runs something in the background (`&`).'));
    const after = this.#node(statement.command, around);
    // A `cd` may fail, and the next line runs all the same.
    return statement.background ? around.place : unionOfPlaces(around.place, after);
  }

  #node(node: Bash.PipelineNode | Bash.AndOr | Bash.CompoundList, around: Surroundings): Place {
    const inner = { ...around, depth: around.depth + 1 };
    if (inner.depth > deepest) {
      this.#findings.doubt('unparseable', say('It is nested too deeply.'));
      return around.place;
    }
    switch (node.type) {
      case 'AndOr':
        return this.#andOr(node, inner);
      case 'Pipeline':
        return this.#pipeline(node, inner);
      case 'Command':
        return this.#commands.command(node, inner);
      case 'CompoundList':
        return this.#statements(node.commands, inner);
      case 'If':
        return this.#if(node, inner);
      case 'While':
        return this.#loop(node.clause, node.body, inner);
      case 'For':
        return this.#for(node, inner);
      case 'Redirected':
        return this.#redirected(node, inner);
      case 'TestCommand':
        this.#conditions.read(node, inner);
        return around.place;
      case 'Subshell':
        this.#findings.doubt('group', say('It uses a subshell `( … )`.'));
        this.#statements(node.body.commands, inner);
        return around.place;
      case 'BraceGroup':
        this.#findings.doubt('group', say('It uses a command group `{ … }`.'));
        return this.#statements(node.body.commands, inner);
      case 'Function':
      case 'Coproc':
      case 'Case':
      case 'Select':
      case 'ArithmeticFor':
      case 'ArithmeticCommand':
        return this.#unusual(node, inner);
      default:
        return node satisfies never;
    }
  }

  /** Constructs that are never approved by a rule, but whose commands deny rules still see. */
  #unusual(
    node: Bash.Function | Bash.Case | Bash.Select | Bash.ArithmeticFor | Bash.ArithmeticCommand | Bash.Coproc,
    around: Surroundings,
  ): Place {
    switch (node.type) {
      case 'Function':
        this.#findings.doubt('construct', say('It defines a function.'));
        this.#node(node.body, around);
        return around.place;
      case 'Coproc':
        this.#findings.doubt('construct', say('It starts a coprocess.'));
        this.#node(node.body, around);
        return around.place;
      case 'Case':
        this.#findings.doubt('construct', say('It uses `case`.'));
        this.#words.word(node.word, around);
        for (const item of node.items) {
          for (const pattern of item.pattern) this.#words.word(pattern, around);
          this.#statements(item.body.commands, around);
        }
        return around.place;
      case 'Select':
        this.#findings.doubt('construct', say('It uses `select`.'));
        for (const word of node.wordlist ?? []) this.#words.word(word, around);
        this.#statements(node.body.commands, around);
        return around.place;
      case 'ArithmeticFor':
        this.#findings.doubt('construct', say('It uses an arithmetic `for`.'));
        for (const expression of [node.initialize, node.test, node.update]) this.#words.arithmetic(expression, around);
        this.#statements(node.body.commands, around);
        return around.place;
      case 'ArithmeticCommand':
        this.#findings.doubt('construct', say('It uses an arithmetic command `(( … ))`.'));
        this.#words.arithmetic(node.expression, around);
        this.#words.hiddenScript(node.body, around);
        return around.place;
      default:
        return node satisfies never;
    }
  }

  #andOr(node: Bash.AndOr, around: Surroundings): Place {
    let all = around.place;
    let place = around.place;
    let { bound } = around;
    for (const [index, command] of node.commands.entries()) {
      if (index > 0 && node.operators[index - 1] === '||') {
        place = all;
        bound = around.bound;
      }
      place = this.#node(command, { ...around, place, bound });
      if (isOne(command)) bound = this.#boundBy(bound);
      all = unionOfPlaces(all, place);
    }
    return all;
  }

  #pipeline(node: Bash.Pipeline, around: Surroundings): Place {
    for (const prefix of node.prefixes) this.#findings.other(prefix);
    const [only] = node.commands;
    if (!only) this.#findings.doubt('unparseable', say('A pipeline holds no command.'));
    if (node.commands.length === 1 && only) return this.#node(only, around);
    const first = this.#findings.commands.length;
    for (const [index, command] of node.commands.entries()) {
      const stdin: Stdin | undefined =
        index === 0
          ? around.stdin
          : { all: this.#findings.commands, from: first, to: this.#findings.commands.length, redirects: [] };
      this.#node(command, { ...around, stdin });
    }
    return around.place;
  }

  #if(node: Bash.If, around: Surroundings): Place {
    let condition = this.#statements(node.clause.commands, around);
    let after = unionOfPlaces(condition, this.#statements(node.then.commands, { ...around, place: condition }));
    for (const branch of node.elif) {
      condition = this.#statements(branch.clause.commands, { ...around, place: condition });
      after = unionOfPlaces(after, this.#statements(branch.then.commands, { ...around, place: condition }));
    }
    if (!node.else) return after;
    return unionOfPlaces(after, this.#statements(node.else.commands, { ...around, place: condition }));
  }

  #loop(clause: Bash.CompoundList | undefined, body: Bash.CompoundList, around: Surroundings): Place {
    const condition = clause ? this.#statements(clause.commands, around) : around.place;
    const after = this.#statements(body.commands, { ...around, place: condition });
    if (samePlace(after, around.place)) return around.place;
    this.#findings.doubt('construct', say('A loop changes the folder.'));
    return { folders: [], moved: true, home: around.place.home };
  }

  #for(node: Bash.For, around: Surroundings): Place {
    this.#findings.other(node.name);
    if (!/^[a-z_][a-z0-9_]*$/.test(node.name.value)) {
      this.#findings.doubt(
        'construct',
        say('The loop variable {variable} may change how programs run.', { variable: node.name.value }),
      );
    }
    if (!node.wordlist) this.#findings.doubt('construct', say('The words of a loop are not written in it.'));
    const words = (node.wordlist ?? []).map(word => this.#words.word(word, around));
    if (words.some(word => word.pieces.some(isUnknown)))
      this.#findings.doubt('construct', say('The words of a loop are not known.'));
    const bound = this.#findings.bind(around.bound, node.name.value, words, undefined);
    return this.#loop(undefined, node.body, { ...around, bound });
  }

  #redirected(node: Bash.Redirected, around: Surroundings): Place {
    const redirects = node.redirects.map(redirect => this.#commands.redirect(redirect, around));
    this.#findings.push({
      text: slice(around, node),
      words: [],
      assignments: [],
      redirects,
      place: around.place,
      stdin: undefined,
      role: 'group',
    });
    const feeds = redirects.filter(redirect => redirect.operator.startsWith('<'));
    const stdin = feeds.length > 0 ? { all: [], from: 0, to: 0, redirects: feeds } : around.stdin;
    return this.#node(node.command, { ...around, stdin });
  }
}

/** One command, with nothing before or behind it in its pipeline. */
function isOne(node: Bash.PipelineNode | Bash.AndOr | Bash.CompoundList): boolean {
  if (node.type !== 'Pipeline') return node.type === 'Command';
  return node.commands.length === 1 && node.commands[0]?.type === 'Command';
}

/** In a loop it would pass through a variable with a name of its own. */
function isUnknown(piece: Piece): boolean {
  return piece.kind === 'tilde' || (piece.kind === 'variable' && piece.binding === undefined);
}
