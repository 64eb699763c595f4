import type * as Bash from 'unbash';
import type { Piece } from './syntax';

export const evaluatesItsArguments = new Set(
  'test [ printf read let unset declare typeset local export readonly mapfile readarray wait'.split(' '),
);
export const evaluatingOperators = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge', '=~', '-v', '-R']);

export function literalPieces(part: Bash.LiteralPart, quoted: boolean, first: boolean): Piece[] {
  const tilde = first && !quoted ? /^~([^/]*)/.exec(part.text) : null;
  if (!tilde || /[\\]/.test(tilde[0])) return [{ kind: 'text', text: part.value, quoted }];
  return [
    { kind: 'tilde', user: tilde[1] ?? '' },
    { kind: 'text', text: part.value.slice(tilde[0].length), quoted },
  ];
}

export function operationWords(operation: Bash.ParameterOperation): readonly Bash.Word[] {
  switch (operation.type) {
    case 'Default':
    case 'Remove':
    case 'Transform':
      return [operation.operand];
    case 'CaseModification':
      return operation.operand ? [operation.operand] : [];
    case 'Replace':
      return [operation.pattern, operation.replacement];
    case 'Slice':
      return operation.length ? [operation.offset, operation.length] : [operation.offset];
    case 'Names':
    case 'Unknown':
      return [];
    default:
      return operation satisfies never;
  }
}

/** The variables in an arithmetic expansion that assigns nothing and has no subscripts; `undefined` for any other. */
export function namesInArithmetic(text: string): readonly string[] | undefined {
  if (
    !/^\$(?:\(\((?!=)|\[)(?:[\w \t+*/%()<>!&|?:-]|\$[A-Za-z_]|\$\{[A-Za-z_]\w*\}|[=!<>]=)*(?:\)\)|\])$/.test(text) ||
    /\+\+|--|<<|>>/.test(text)
  )
    return undefined;
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}
