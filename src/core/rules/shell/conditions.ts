import type { ShellWord } from './syntax';

const testsOfText = /^(?:-[nz]|-[bcdefghkprstuwxGLNOS])$/;
const comparisons = /^(?:==?|!=|<|>|-(?:nt|ot|ef))$/;

/**
 * What a `[ … ]` condition looks at, where its operators evaluate nothing; `undefined` where one does, or might: in the
 * place of an operator a value could be one that evaluates, and `[ "$op" "$v" ]` then runs what `v` holds.
 */
export function operandsOfTest(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const found: ShellWord[] = [];
  let terms: ShellWord[] = [];
  const take = (): boolean => {
    const operands = operandsOfTerm(terms[0]?.value === '!' && terms.length > 1 ? terms.slice(1) : terms);
    terms = [];
    found.push(...(operands ?? []));
    return operands !== undefined;
  };
  for (const word of words) {
    if (word.value !== '-a' && word.value !== '-o') terms.push(word);
    else if (terms.length < 2 || !take()) return undefined;
  }
  return take() ? found : undefined;
}

function operandsOfTerm(terms: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const [first, second, third] = terms;
  if (!first) return [];
  if (!second) return first.value?.startsWith('-') === true ? undefined : [first];
  if (!third) return testsOfText.test(first.value ?? '') ? [second] : undefined;
  return terms.length === 3 && comparisons.test(second.value ?? '') ? [first, third] : undefined;
}

/** Whether a builtin that takes names of variables gets one that is only known at run time: its subscript would be evaluated. */
export function evaluatesValues(words: readonly ShellWord[]): boolean {
  const [program, ...args] = words;
  switch (program?.value) {
    case 'test':
      return operandsOfTest(args) === undefined;
    case '[':
      return operandsOfTest(args.slice(0, -1)) === undefined;
    case 'let':
      return args.some(word => !/^\w+[-+*/%]?=[0-9]+$/.test(word.value ?? ''));
    case 'printf':
      return (
        startsUnknown(args[0]) ||
        isGluedName(args[0]) ||
        (args[0]?.value === '-v' && (startsUnknown(args[1]) || isElement(args[1])))
      );
    case 'getopts':
      return startsUnknown(args[1]);
    case 'read':
      return args.some(word => startsUnknown(word) || isElement(word));
    case 'mapfile':
    case 'readarray':
    case 'unset':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'export':
    case 'readonly':
    case 'wait':
      return args.some(startsUnknown);
    default:
      return false;
  }
}

/** `-v"$x"`, `-v'a[x]'` */
function isGluedName(word: ShellWord | undefined): boolean {
  const [first] = word?.pieces ?? [];
  if (word?.value !== undefined) return word.value.startsWith('-v') && namesElement.test(word.value.slice(2));
  return first?.kind === 'text' && first.text.startsWith('-v');
}

/** Of an array, by anything but a number: the variable that is named there is evaluated, with what it holds. */
const namesElement = /^[A-Za-z_]\w*\[(?!\d+\]$)/;

function isElement(word: ShellWord | undefined): boolean {
  const texts = (word?.pieces ?? []).map(piece => (piece.kind === 'text' || piece.kind === 'glob' ? piece.text : '$'));
  return namesElement.test(texts.join(''));
}

function startsUnknown(word: ShellWord | undefined): boolean {
  const kind = word?.pieces[0]?.kind;
  return word?.value === undefined && (kind === 'variable' || kind === 'substitution' || kind === 'opaque');
}
