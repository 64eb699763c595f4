import type * as Bash from 'unbash';
import { type Findings, slice, type Surroundings } from './findings';
import { afterCd } from './place';
import { type Place, type Piece, type ShellWord } from './syntax';
import { evaluatesValues } from './conditions';
import { evaluatesItsArguments } from './nodes';
import type { ShellAssignment, ShellRedirect, SimpleCommand } from './syntax';
import { makeWord } from './word';
import type { WordReader } from './wordReader';
import { say } from '../../texts/sentence';

/** Reads simple commands: their words, assignments, redirections and here-documents. */
export class CommandReader {
  readonly #findings: Findings;
  readonly #words: WordReader;

  constructor(findings: Findings, words: WordReader) {
    this.#findings = findings;
    this.#words = words;
  }

  command(node: Bash.Command, around: Surroundings): Place {
    const words: ShellWord[] = [];
    const assignments: ShellAssignment[] = [];
    const redirects: ShellRedirect[] = [];
    for (const part of node.prefix) {
      if (part.type === 'Assignment') assignments.push(this.#assignment(part, around));
      else redirects.push(this.redirect(part, around));
    }
    if (node.name) words.push(this.#words.word(node.name, around));
    for (const part of node.suffix) {
      if (part.type === 'Word') words.push(this.#words.word(part, around));
      else if (part.type === 'Assignment') words.push(this.#assignmentWord(part, around));
      else redirects.push(this.redirect(part, around));
    }
    const command: SimpleCommand = {
      text: slice(around, node),
      words,
      assignments,
      redirects,
      place: around.place,
      stdin: around.stdin,
    };
    this.#findings.push(command);
    this.#evaluatedSubscripts(command, around);
    return afterCd(command, around.place);
  }

  redirect(node: Bash.Redirection, around: Surroundings): ShellRedirect {
    this.#findings.parsed.redirects.push({ from: node.pos, operator: node.operator });
    if (node.descriptor?.type === 'FileDescriptorVariable') {
      this.#findings.doubt('construct', say('It opens a file under a variable name.'));
    }
    if (node.type === 'HereDoc') return this.#hereDoc(node, around);
    const target = node.target ? this.#words.word(node.target, around) : undefined;
    // Bash reads the number in `> 2>&1` as a descriptor, not as the name of a file.
    if (/^[0-9]+$/.test(target?.raw ?? '') && /[<>]/.test(around.source.charAt(node.end))) {
      this.#findings.doubt('unparseable', say('A redirection has no target.'));
    }
    if (node.type === 'HereString') {
      const text = target?.value;
      return text === undefined
        ? { operator: '<<<', target, dynamicText: true }
        : { operator: '<<<', target, text: `${text}\n` };
    }
    return { operator: node.operator, target };
  }

  #assignment(node: Bash.Assignment, around: Surroundings): ShellAssignment {
    if (node.index) this.#words.word(node.index, around);
    if (node.value.type === 'ArrayValue') {
      this.#findings.doubt('construct', say('It assigns an array.'));
      for (const element of node.value.elements) this.#words.word(element, around);
      return { name: node.name, value: undefined, complex: true };
    }
    const complex = node.index !== undefined || node.append === true;
    if (complex) this.#findings.doubt('construct', say('It assigns to a part of a variable.'));
    const value = this.#words.read(node.value, around);
    this.#findings.word(node, value.value === undefined ? undefined : `${node.name}=${value.value}`);
    return { name: node.name, value, complex };
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
    if (evaluatesValues(command.words))
      this.#findings.doubt('construct', say('It may evaluate what a variable holds.'));
    for (const word of command.words.slice(1)) {
      if (word.value !== undefined) this.#words.hiddenScript(word.value, around);
    }
  }

  #hereDoc(node: Bash.HereDoc, around: Surroundings): ShellRedirect {
    this.#findings.parsed.hereDocs.push(node.body.pos);
    if (!node.closing) this.#findings.doubt('unparseable', say('A here-document is not ended.'));
    const quoted = node.delimiter?.quoted === true;
    if (!/^(?:\w+|'[\w ]+'|"[\w ]+"|\\\w+)$/.test(node.delimiter?.text ?? '')) {
      this.#findings.doubt('construct', say('The end word of a here-document is partly quoted.'));
    }
    const restOfLine = /^[^\n]*/.exec(around.source.slice(node.end))?.[0] ?? '';
    if (/[|;&]/.test(restOfLine.replaceAll(/[0-9]*>&[0-9-]|&>/g, ''))) {
      this.#findings.doubt('construct', say('More commands follow on the line that starts a here-document.'));
    }
    const expands = !quoted && /[$`\\]/.test(node.body.text);
    if (expands) this.#findings.doubt('construct', say('A here-document expands what it contains.'));
    for (const part of quoted ? [] : (node.body.parts ?? [])) this.#words.piece(part, around, false);
    return { operator: node.operator, target: undefined, text: node.body.text, dynamicText: expands };
  }
}
