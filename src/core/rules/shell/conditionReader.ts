import type * as Bash from 'unbash';
import { type Findings, slice, type Surroundings } from './findings';
import { evaluatingOperators } from './nodes';
import { staticWord } from './word';
import type { WordReader } from './wordReader';
import { say } from '../../texts/sentence';

/** Reads `[[ … ]]` conditions. */
export class ConditionReader {
  readonly #findings: Findings;
  readonly #words: WordReader;

  constructor(findings: Findings, words: WordReader) {
    this.#findings = findings;
    this.#words = words;
  }

  read(node: Bash.TestCommand, around: Surroundings): void {
    this.#findings.other(node);
    this.#expression(node.expression, around);
    this.#findings.push({
      text: slice(around, node),
      words: [staticWord('[[')],
      assignments: [],
      redirects: [],
      place: around.place,
      stdin: undefined,
      role: 'condition',
    });
  }

  #expression(node: Bash.TestExpression, around: Surroundings): void {
    switch (node.type) {
      case 'TestUnary':
        this.#operator(node.operator, [node.operand], around);
        return;
      case 'TestBinary':
        this.#operator(node.operator, [node.left, node.right], around);
        return;
      case 'TestLogical':
        for (const operand of node.operands) this.#expression(operand, around);
        return;
      case 'TestNot':
        this.#expression(node.operand, around);
        return;
      case 'TestGroup':
        this.#expression(node.expression, around);
        return;
      default:
        node satisfies never;
    }
  }

  #operator(operator: string, operands: readonly Bash.Word[], around: Surroundings): void {
    if (evaluatingOperators.has(operator))
      this.#findings.doubt('construct', say('The condition `{operator}` evaluates its operand.', { operator }));
    for (const operand of operands) {
      const word = this.#words.word(operand, around);
      this.#words.hiddenScript(word.value ?? '', around);
    }
  }
}
