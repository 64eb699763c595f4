import { parse } from 'unbash';
import type * as Bash from 'unbash';
import type { Findings, ScriptReader, Surroundings } from './findings';
import { literalPieces, namesInArithmetic, operationWords } from './nodes';
import type { SimpleCommand } from './syntax';
import { makeWord, staticWord } from './word';
import { type Piece, type ShellWord } from './syntax';
import { say } from '../../texts/sentence';

/** Reads the words of a shell text, and the scripts that stand inside them. */
export class WordReader {
  readonly #findings: Findings;
  readonly #script: ScriptReader;

  constructor(findings: Findings, script: ScriptReader) {
    this.#findings = findings;
    this.#script = script;
  }

  word(node: Bash.Word, around: Surroundings): ShellWord {
    const word = this.read(node, around);
    this.#findings.word(node, word.value);
    return word;
  }

  /** A word that is part of another one. */
  read(node: Bash.Word, around: Surroundings): ShellWord {
    const parts = node.parts;
    if (!parts) {
      const tilde = /^~([^/]*)/.exec(node.text);
      if (!tilde || /[\\'"]/.test(tilde[0])) return { ...staticWord(node.value), raw: node.text };
      return makeWord(node.text, [
        { kind: 'tilde', user: tilde[1] ?? '' },
        { kind: 'text', text: node.value.slice(tilde[0].length), quoted: false },
      ]);
    }
    this.#subscripts(parts);
    const pieces = parts.flatMap((part, index) => this.piece(part, around, false, index === 0));
    return makeWord(node.text, pieces);
  }

  piece(part: Bash.WordPart, around: Surroundings, quoted: boolean, first = false): Piece[] {
    switch (part.type) {
      case 'Literal':
        return literalPieces(part, quoted, first);
      case 'SingleQuoted':
        return [{ kind: 'text', text: part.value, quoted: true }];
      case 'AnsiCQuoted':
        this.#findings.doubt('construct', say("It spells text with `$'…'`."));
        return [{ kind: 'text', text: part.value, quoted: true }];
      case 'LocaleString':
        this.#findings.doubt('construct', say('It spells text with `$"…"`.'));
        return part.parts.flatMap(child => this.piece(child, around, true));
      case 'DoubleQuoted':
        if (part.parts.length === 0) return [{ kind: 'text', text: '', quoted: true }];
        this.#subscripts(part.parts);
        return part.parts.flatMap(child => this.piece(child, around, true));
      case 'Glob':
        for (const inner of part.parts ?? []) this.piece(inner, around, quoted);
        return [{ kind: 'glob', text: part.text }];
      case 'ExtendedGlob':
        for (const inner of part.parts ?? []) this.piece(inner, around, quoted);
        return [{ kind: 'glob', text: part.text }];
      case 'BraceExpansion':
        if (!isCounting(part.text)) this.#findings.doubt('construct', say('It uses brace expansion.'));
        for (const inner of part.parts ?? []) this.piece(inner, around, quoted);
        return [{ kind: 'brace', text: part.text }];
      case 'SimpleExpansion':
        return [variable(part.text.slice(1), quoted, around)];
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

  /** In zsh `$a[x]` is an element, and what stands in the brackets is evaluated. */
  #subscripts(parts: readonly Bash.WordPart[]): void {
    const found = parts.some((part, at) => {
      const next = parts[at + 1];
      return (
        part.type === 'SimpleExpansion' && next?.text.startsWith('[') === true && !/^\[[0-9^,-]*\]/.test(next.text)
      );
    });
    if (found) this.#findings.doubt('construct', say('A shell may take `[` behind a variable for a subscript.'));
  }

  #substitution(text: string, script: Bash.ParsedScript | undefined, around: Surroundings): readonly SimpleCommand[] {
    if (text.startsWith('`') && text.includes('\\')) {
      this.#findings.doubt('construct', say('A backslash stands inside backticks.'));
    }
    this.#findings.parsed.substitutions.push(text);
    const first = this.#findings.commands.length;
    this.#script(script, { ...around, stdin: undefined, depth: around.depth + 1 });
    return this.#findings.commands.slice(first);
  }

  #parameter(part: Bash.ParameterExpansionPart, around: Surroundings, quoted: boolean): Piece {
    const plain = part.prefix === undefined && part.index === undefined && part.operation === undefined;
    if (plain) return variable(part.parameter, quoted, around);
    this.#findings.doubt('construct', say('It uses a parameter expansion with an operator.'));
    if (part.index) this.word(part.index, around);
    const operation = part.operation;
    for (const word of operation ? operationWords(operation) : []) this.word(word, around);
    return { kind: 'opaque', text: part.text, name: part.parameter };
  }

  #arithmeticPiece(part: Bash.ArithmeticExpansionPart, around: Surroundings): Piece {
    const names = namesInArithmetic(part.text);
    if (names) this.#findings.compute(names.map(name => around.bound.get(name)));
    else this.#findings.doubt('construct', say('It computes with more than numbers.'));
    this.arithmetic(part.expression, around);
    return { kind: 'opaque', text: part.text };
  }

  arithmetic(node: Bash.ArithmeticExpression | undefined, around: Surroundings): void {
    if (!node) return;
    switch (node.type) {
      case 'ArithmeticBinary':
        this.arithmetic(node.left, around);
        this.arithmetic(node.right, around);
        return;
      case 'ArithmeticUnary':
        this.arithmetic(node.operand, around);
        return;
      case 'ArithmeticTernary':
        for (const branch of [node.test, node.consequent, node.alternate]) this.arithmetic(branch, around);
        return;
      case 'ArithmeticGroup':
        this.arithmetic(node.expression, around);
        return;
      case 'ArithmeticWord':
        for (const part of node.parts ?? []) this.piece(part, around, false);
        return;
      case 'ArithmeticCommandExpansion':
        this.#substitution(node.text, node.script, around);
        return;
      default:
        node satisfies never;
    }
  }

  hiddenScript(text: string, around: Surroundings): void {
    if (!/\$\(|`/.test(text)) return;
    this.#findings.doubt('construct', say('The shell evaluates a quoted subscript.'));
    const source = `: "${text.replaceAll('"', '')}"`;
    this.#script(parse(source), { ...around, source, depth: around.depth + 1 });
  }
}

/** `{1..9}` */
function isCounting(text: string): boolean {
  return /^\{[0-9]{1,4}\.\.[0-9]{1,4}\}$/.test(text);
}

function variable(name: string, quoted: boolean, { bound }: Surroundings): Piece {
  const binding = bound.get(name);
  return binding ? { kind: 'variable', name, quoted, binding } : { kind: 'variable', name, quoted };
}
