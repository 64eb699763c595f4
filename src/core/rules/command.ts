import { parse } from 'unbash';
import type * as Bash from 'unbash';
import { afterCd, type Place, samePlace, unionOfPlaces } from './place';
import type { Analysis, Doubt, ShellAssignment, ShellRedirect, SimpleCommand, Stdin } from './simpleCommand';
import { evaluatesItsArguments, evaluatingOperators, literalPieces, operationWords } from './shellNodes';
import { hasLeftover, type Span } from './leftover';
import { hasGluedContinuation, hiddenText } from './text';
import { hasKind, makeWord, type Piece, type ShellWord, staticWord } from './word';

/** Beyond this a person cannot read it either: always asked. */
const readable = { characters: 10_000, commands: 400 };
/** Beyond this the text is only scanned, not parsed. */
const parsedCharacters = 64 * 1024;
const deepest = 120;

const plainText = /^[A-Za-z0-9_./:@%,+-]+(?: +[A-Za-z0-9_./:@%,+=-]+)*$/;
const reservedFirst = new Set(
  'if then else elif fi for while until do done case esac select function time coproc in cd pushd popd'.split(' '),
);

/** Reads a shell text. Never throws; what it does not understand becomes a doubt. */
export function readShell(text: string, place: Place): Analysis {
  const fast = readPlain(text, place);
  if (fast) return fast;
  const reader = new Reader();
  reader.read(text, place);
  return { commands: reader.commands, doubts: reader.doubts };
}

/** Most commands are a few plain words: no parser is needed for them. */
function readPlain(text: string, place: Place): Analysis | undefined {
  if (text.length > readable.characters || !plainText.test(text)) return undefined;
  const parts = text.split(/ +/);
  const first = parts[0];
  if (first === undefined || reservedFirst.has(first)) return undefined;
  const command: SimpleCommand = {
    text,
    words: parts.map(staticWord),
    assignments: [],
    redirects: [],
    place,
    stdin: undefined,
  };
  return { commands: [command], doubts: [] };
}

interface Surroundings {
  readonly source: string;
  readonly place: Place;
  readonly stdin: Stdin | undefined;
  readonly depth: number;
}

class Reader {
  readonly #spans: Span[] = [];
  readonly commands: SimpleCommand[] = [];
  readonly doubts: Doubt[] = [];

  read(text: string, place: Place): void {
    this.#checkText(text);
    if (text.length > parsedCharacters) return;
    try {
      this.#script(parse(text), { source: text, place, stdin: undefined, depth: 0 });
    } catch {
      // A parser that fails on some text must not stop the call from being asked.
      this.#doubt('unparseable', 'The command could not be parsed.');
    }
    if (this.commands.length > readable.commands) {
      this.#doubt('very-long', `It holds more than ${readable.commands} commands.`);
    }
  }

  #checkText(text: string): void {
    if (text.trim() === '') this.#doubt('unparseable', 'The command is empty.');
    const hidden = hiddenText(text);
    if (hidden !== undefined) this.#doubt('hidden-text', `It contains the invisible or deceiving character ${hidden}.`);
    if (text.length > readable.characters) {
      this.#doubt('very-long', `It is longer than ${readable.characters} characters.`);
    }
    if (text.endsWith('\\') && !/^[^\\]*(?:\\[^][^\\]*)*$/.test(text)) {
      this.#doubt('unparseable', 'It ends in the middle of a word.');
    }
    if (text.includes('\\\n') && hasGluedContinuation(text)) {
      this.#doubt('construct', 'A line continuation joins two halves of a word.');
    }
  }

  #doubt(kind: Doubt['kind'], reason: string): void {
    if (!this.doubts.some(doubt => doubt.reason === reason)) this.doubts.push({ kind, reason });
  }

  #script(script: Bash.ParsedScript | undefined, around: Surroundings): Place {
    if (!script) {
      this.#doubt('unparseable', 'A substitution could not be parsed.');
      return around.place;
    }
    const error = script.errors?.[0];
    if (error) this.#doubt('unparseable', `The shell would not understand it: ${error.message}.`);
    if (around.depth > deepest) {
      this.#doubt('unparseable', 'It is nested too deeply.');
      return around.place;
    }
    const source = script.source ?? around.source;
    const before = this.#spans.length;
    const after = this.#statements(script.commands, { ...around, source });
    const spans = this.#spans.splice(before);
    // Constructs with parentheses and braces of their own are doubts already.
    if (this.doubts.length === 0 && hasLeftover(source, { from: script.pos, to: script.end }, spans)) {
      this.#doubt('unparseable', 'A part of it could not be understood.');
    }
    return after;
  }

  #statements(statements: readonly Bash.Statement[], around: Surroundings): Place {
    let place = around.place;
    for (const statement of statements) place = this.#statement(statement, { ...around, place });
    return place;
  }

  #statement(statement: Bash.Statement, around: Surroundings): Place {
    if (statement.background) this.#doubt('background', 'It runs something in the background (`&`).');
    const after = this.#node(statement.command, around);
    // A `cd` may fail, and the next line runs all the same.
    return statement.background ? around.place : unionOfPlaces(around.place, after);
  }

  #node(node: Bash.PipelineNode | Bash.AndOr | Bash.CompoundList, around: Surroundings): Place {
    const inner = { ...around, depth: around.depth + 1 };
    if (inner.depth > deepest) {
      this.#doubt('unparseable', 'It is nested too deeply.');
      return around.place;
    }
    switch (node.type) {
      case 'AndOr':
        return this.#andOr(node, inner);
      case 'Pipeline':
        return this.#pipeline(node, inner);
      case 'Command':
        return this.#command(node, inner);
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
        this.#testCommand(node, inner);
        return around.place;
      case 'Subshell':
      case 'BraceGroup':
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
    node:
      | Bash.Subshell
      | Bash.BraceGroup
      | Bash.Function
      | Bash.Case
      | Bash.Select
      | Bash.ArithmeticFor
      | Bash.ArithmeticCommand
      | Bash.Coproc,
    around: Surroundings,
  ): Place {
    switch (node.type) {
      case 'Subshell':
        this.#doubt('construct', 'It uses a subshell `( … )`.');
        this.#statements(node.body.commands, around);
        return around.place;
      case 'BraceGroup':
        this.#doubt('construct', 'It uses a command group `{ … }`.');
        return this.#statements(node.body.commands, around);
      case 'Function':
        this.#doubt('construct', 'It defines a function.');
        this.#node(node.body, around);
        return around.place;
      case 'Coproc':
        this.#doubt('construct', 'It starts a coprocess.');
        this.#node(node.body, around);
        return around.place;
      case 'Case':
        this.#doubt('construct', 'It uses `case`.');
        this.#word(node.word, around);
        for (const item of node.items) {
          for (const pattern of item.pattern) this.#word(pattern, around);
          this.#statements(item.body.commands, around);
        }
        return around.place;
      case 'Select':
        this.#doubt('construct', 'It uses `select`.');
        for (const word of node.wordlist ?? []) this.#word(word, around);
        this.#statements(node.body.commands, around);
        return around.place;
      case 'ArithmeticFor':
        this.#doubt('construct', 'It uses an arithmetic `for`.');
        for (const expression of [node.initialize, node.test, node.update]) this.#arithmetic(expression, around);
        this.#statements(node.body.commands, around);
        return around.place;
      case 'ArithmeticCommand':
        this.#doubt('construct', 'It uses an arithmetic command `(( … ))`.');
        this.#arithmetic(node.expression, around);
        this.#hiddenScript(node.body, around);
        return around.place;
      default:
        return node satisfies never;
    }
  }

  #andOr(node: Bash.AndOr, around: Surroundings): Place {
    let all = around.place;
    let place = around.place;
    for (const [index, command] of node.commands.entries()) {
      if (index > 0 && node.operators[index - 1] === '||') place = all;
      place = this.#node(command, { ...around, place });
      all = unionOfPlaces(all, place);
    }
    return all;
  }

  #pipeline(node: Bash.Pipeline, around: Surroundings): Place {
    for (const prefix of node.prefixes) this.#cover(prefix);
    const [only] = node.commands;
    if (!only) this.#doubt('unparseable', 'A pipeline holds no command.');
    if (node.commands.length === 1 && only) return this.#node(only, around);
    const first = this.commands.length;
    for (const [index, command] of node.commands.entries()) {
      const stdin: Stdin | undefined =
        index === 0 ? around.stdin : { all: this.commands, from: first, to: this.commands.length, redirects: [] };
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
    this.#doubt('construct', 'A loop changes the folder.');
    return { folders: [], moved: true, home: around.place.home };
  }

  #for(node: Bash.For, around: Surroundings): Place {
    this.#cover(node.name);
    if (!/^[a-z_][a-z0-9_]*$/.test(node.name.value)) {
      this.#doubt('construct', `The loop variable ${node.name.value} may change how programs run.`);
    }
    if (!node.wordlist) this.#doubt('construct', 'The words of a loop are not written in it.');
    for (const word of node.wordlist ?? []) {
      const read = this.#word(word, around);
      if (hasKind(read, 'variable', 'glob', 'tilde')) {
        this.#doubt('construct', 'The words of a loop are not known.');
      }
    }
    return this.#loop(undefined, node.body, around);
  }

  #redirected(node: Bash.Redirected, around: Surroundings): Place {
    const redirects = node.redirects.map(redirect => this.#redirect(redirect, around));
    this.#push({
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

  #command(node: Bash.Command, around: Surroundings): Place {
    const words: ShellWord[] = [];
    const assignments: ShellAssignment[] = [];
    const redirects: ShellRedirect[] = [];
    for (const part of node.prefix) {
      if (part.type === 'Assignment') assignments.push(this.#assignment(part, around));
      else redirects.push(this.#redirect(part, around));
    }
    if (node.name) words.push(this.#word(node.name, around));
    for (const part of node.suffix) {
      if (part.type === 'Word') words.push(this.#word(part, around));
      else if (part.type === 'Assignment') words.push(this.#assignmentWord(part, around));
      else redirects.push(this.#redirect(part, around));
    }
    const command: SimpleCommand = {
      text: slice(around, node),
      words,
      assignments,
      redirects,
      place: around.place,
      stdin: around.stdin,
    };
    this.#push(command);
    this.#evaluatedSubscripts(command, around);
    return afterCd(command, around.place);
  }

  #cover(node: { readonly pos: number; readonly end: number }): void {
    this.#spans.push({ from: node.pos, to: node.end });
  }

  #push(command: SimpleCommand): void {
    this.commands.push(command);
  }

  #assignment(node: Bash.Assignment, around: Surroundings): ShellAssignment {
    this.#cover(node);
    if (node.index) this.#word(node.index, around);
    if (node.value.type === 'ArrayValue') {
      this.#doubt('construct', 'It assigns an array.');
      for (const element of node.value.elements) this.#word(element, around);
      return { name: node.name, value: undefined, complex: true };
    }
    const complex = node.index !== undefined || node.append === true;
    if (complex) this.#doubt('construct', 'It assigns to a part of a variable.');
    return { name: node.name, value: this.#word(node.value, around), complex };
  }

  /** `export A=$B`: an assignment that stands among the arguments. */
  #assignmentWord(node: Bash.Assignment, around: Surroundings): ShellWord {
    const read = this.#assignment(node, around);
    const name: Piece = { kind: 'text', text: `${node.name}=`, quoted: false };
    const raw = slice(around, node);
    if (!read.value) return makeWord(raw, [name, { kind: 'opaque', text: raw }]);
    return makeWord(raw, [name, ...read.value.pieces]);
  }

  /** Bash expands the subscripts of these even when they are quoted. */
  #evaluatedSubscripts(command: SimpleCommand, around: Surroundings): void {
    const program = command.words[0]?.value;
    if (program === undefined || !evaluatesItsArguments.has(program)) return;
    for (const word of command.words.slice(1)) {
      if (word.value !== undefined) this.#hiddenScript(word.value, around);
    }
  }

  #hiddenScript(text: string, around: Surroundings): void {
    if (!/\$\(|`/.test(text)) return;
    this.#doubt('construct', 'The shell evaluates a quoted subscript.');
    const source = `: "${text.replaceAll('"', '')}"`;
    this.#script(parse(source), { ...around, source, depth: around.depth + 1 });
  }

  #testCommand(node: Bash.TestCommand, around: Surroundings): void {
    this.#cover(node);
    this.#testExpression(node.expression, around);
    this.#push({
      text: slice(around, node),
      words: [staticWord('[[')],
      assignments: [],
      redirects: [],
      place: around.place,
      stdin: undefined,
      role: 'condition',
    });
  }

  #testExpression(node: Bash.TestExpression, around: Surroundings): void {
    switch (node.type) {
      case 'TestUnary':
        this.#testOperator(node.operator, [node.operand], around);
        return;
      case 'TestBinary':
        this.#testOperator(node.operator, [node.left, node.right], around);
        return;
      case 'TestLogical':
        for (const operand of node.operands) this.#testExpression(operand, around);
        return;
      case 'TestNot':
        this.#testExpression(node.operand, around);
        return;
      case 'TestGroup':
        this.#testExpression(node.expression, around);
        return;
      default:
        node satisfies never;
    }
  }

  #testOperator(operator: string, operands: readonly Bash.Word[], around: Surroundings): void {
    if (evaluatingOperators.has(operator))
      this.#doubt('construct', `The condition \`${operator}\` evaluates its operand.`);
    for (const operand of operands) {
      const word = this.#word(operand, around);
      this.#hiddenScript(word.value ?? '', around);
    }
  }

  #redirect(node: Bash.Redirection, around: Surroundings): ShellRedirect {
    this.#cover(node);
    if (node.descriptor?.type === 'FileDescriptorVariable') {
      this.#doubt('construct', 'It opens a file under a variable name.');
    }
    if (node.type === 'HereDoc') return this.#hereDoc(node, around);
    const target = node.target ? this.#word(node.target, around) : undefined;
    // Bash reads the number in `> 2>&1` as a descriptor, not as the name of a file.
    if (/^[0-9]+$/.test(target?.raw ?? '') && /[<>]/.test(around.source.charAt(node.end))) {
      this.#doubt('unparseable', 'A redirection has no target.');
    }
    if (node.type === 'HereString') {
      const text = target?.value;
      return text === undefined
        ? { operator: '<<<', target, dynamicText: true }
        : { operator: '<<<', target, text: `${text}\n` };
    }
    return { operator: node.operator, target };
  }

  #hereDoc(node: Bash.HereDoc, around: Surroundings): ShellRedirect {
    this.#cover(node.body);
    if (node.closing) this.#cover(node.closing);
    else this.#doubt('unparseable', 'A here-document is not ended.');
    const quoted = node.delimiter?.quoted === true;
    if (!/^(?:\w+|'[\w ]+'|"[\w ]+"|\\\w+)$/.test(node.delimiter?.text ?? '')) {
      this.#doubt('construct', 'The end word of a here-document is partly quoted.');
    }
    const restOfLine = /^[^\n]*/.exec(around.source.slice(node.end))?.[0] ?? '';
    if (/[|;&]/.test(restOfLine.replaceAll(/[0-9]*>&[0-9-]|&>/g, ''))) {
      this.#doubt('construct', 'More commands follow on the line that starts a here-document.');
    }
    const expands = !quoted && /[$`\\]/.test(node.body.text);
    if (expands) this.#doubt('construct', 'A here-document expands what it contains.');
    for (const part of quoted ? [] : (node.body.parts ?? [])) this.#piece(part, around, false);
    return { operator: node.operator, target: undefined, text: node.body.text, dynamicText: expands };
  }

  #word(node: Bash.Word, around: Surroundings): ShellWord {
    this.#cover(node);
    const parts = node.parts;
    if (!parts) {
      const tilde = /^~([^/]*)/.exec(node.text);
      if (!tilde || /[\\'"]/.test(tilde[0])) return { ...staticWord(node.value), raw: node.text };
      return makeWord(node.text, [
        { kind: 'tilde', user: tilde[1] ?? '' },
        { kind: 'text', text: node.value.slice(tilde[0].length), quoted: false },
      ]);
    }
    const pieces = parts.flatMap((part, index) => this.#piece(part, around, false, index === 0));
    return makeWord(node.text, pieces);
  }

  #piece(part: Bash.WordPart, around: Surroundings, quoted: boolean, first = false): Piece[] {
    switch (part.type) {
      case 'Literal':
        return literalPieces(part, quoted, first);
      case 'SingleQuoted':
        return [{ kind: 'text', text: part.value, quoted: true }];
      case 'AnsiCQuoted':
        this.#doubt('construct', "It spells text with `$'…'`.");
        return [{ kind: 'text', text: part.value, quoted: true }];
      case 'LocaleString':
        this.#doubt('construct', 'It spells text with `$"…"`.');
        return part.parts.flatMap(child => this.#piece(child, around, true));
      case 'DoubleQuoted':
        if (part.parts.length === 0) return [{ kind: 'text', text: '', quoted: true }];
        return part.parts.flatMap(child => this.#piece(child, around, true));
      case 'Glob':
        for (const inner of part.parts ?? []) this.#piece(inner, around, quoted);
        return [{ kind: 'glob', text: part.text }];
      case 'ExtendedGlob':
        for (const inner of part.parts ?? []) this.#piece(inner, around, quoted);
        return [{ kind: 'glob', text: part.text }];
      case 'BraceExpansion':
        this.#doubt('construct', 'It uses brace expansion.');
        for (const inner of part.parts ?? []) this.#piece(inner, around, quoted);
        return [{ kind: 'brace', text: part.text }];
      case 'SimpleExpansion':
        return [{ kind: 'variable', name: part.text.slice(1), quoted }];
      case 'ParameterExpansion':
        return [this.#parameter(part, around, quoted)];
      case 'ArithmeticExpansion':
        return [this.#arithmeticPiece(part, around)];
      case 'CommandExpansion':
        return [{ kind: 'substitution', commands: this.#substitution(part.text, part.script, around), quoted }];
      case 'ProcessSubstitution':
        return [{ kind: 'process', commands: this.#substitution(part.text, part.script, around) }];
      default:
        return part satisfies never;
    }
  }

  #substitution(text: string, script: Bash.ParsedScript | undefined, around: Surroundings): readonly SimpleCommand[] {
    if (text.startsWith('`') && text.includes('\\')) {
      this.#doubt('construct', 'A backslash stands inside backticks.');
    }
    const first = this.commands.length;
    this.#script(script, { ...around, stdin: undefined, depth: around.depth + 1 });
    return this.commands.slice(first);
  }

  #parameter(part: Bash.ParameterExpansionPart, around: Surroundings, quoted: boolean): Piece {
    const plain = part.prefix === undefined && part.index === undefined && part.operation === undefined;
    if (plain) return { kind: 'variable', name: part.parameter, quoted };
    this.#doubt('construct', 'It uses a parameter expansion with an operator.');
    if (part.index) this.#word(part.index, around);
    const operation = part.operation;
    for (const word of operation ? operationWords(operation) : []) this.#word(word, around);
    return { kind: 'opaque', text: part.text, name: part.parameter };
  }

  #arithmeticPiece(part: Bash.ArithmeticExpansionPart, around: Surroundings): Piece {
    if (!/^\$(?:\(\(|\[)[0-9\s+*/%()-]*(?:\)\)|\])$/.test(part.text)) {
      this.#doubt('construct', 'It computes with more than constants.');
    }
    this.#arithmetic(part.expression, around);
    return { kind: 'opaque', text: part.text };
  }

  #arithmetic(node: Bash.ArithmeticExpression | undefined, around: Surroundings): void {
    if (!node) return;
    switch (node.type) {
      case 'ArithmeticBinary':
        this.#arithmetic(node.left, around);
        this.#arithmetic(node.right, around);
        return;
      case 'ArithmeticUnary':
        this.#arithmetic(node.operand, around);
        return;
      case 'ArithmeticTernary':
        for (const branch of [node.test, node.consequent, node.alternate]) this.#arithmetic(branch, around);
        return;
      case 'ArithmeticGroup':
        this.#arithmetic(node.expression, around);
        return;
      case 'ArithmeticWord':
        for (const part of node.parts ?? []) this.#piece(part, around, false);
        return;
      case 'ArithmeticCommandExpansion':
        this.#substitution(node.text, node.script, around);
        return;
      default:
        node satisfies never;
    }
  }
}

function slice(around: Surroundings, node: { readonly pos: number; readonly end: number }): string {
  return around.source.slice(node.pos, node.end);
}
