import { fillPlaces, type Language, type PlaceKind, readTemplate, type Template, valuesOf } from './template';

/**
 * Sentences are made in English, where they are decided, written down and told to the model; a person reads them
 * in the language of the window. What is not ours comes back as it is.
 */
export interface Sentences {
  readonly sentence: (text: string) => string;
  /** What decided, and where it is written: `read-only`, or `project .latch/rules.json:7`. */
  readonly place: (where: string) => string;
}

/** Without a language they stay English. */
export function sentencesIn(language: Language | undefined): Sentences {
  return language === undefined ? unchanged : new Dictionary(language);
}

const unchanged: Sentences = { sentence: text => text, place: where => where };

/** The languages of VS Code in which Latch speaks Chinese. */
export function isChinese(language: string): boolean {
  return language.toLowerCase().startsWith('zh');
}

/** A sentence of ours may hold another one, which may hold a third. */
const deepest = 3;

/** Longer ones are not ours. */
const longestRisks = 1000;

class Dictionary implements Sentences {
  readonly #language: Language;
  readonly #exact = new Map<string, string>();
  /** The surest first: what begins with a value fits more than it should. */
  readonly #templates: readonly Template[];

  constructor(language: Language) {
    this.#language = language;
    const templates: Template[] = [];
    for (const [english, translation] of Object.entries(language.sentences)) {
      const template = readTemplate(english, translation);
      if (template) templates.push(template);
      else this.#exact.set(english, translation);
    }
    this.#templates = templates.toSorted(
      (one, other) => beginningOf(other) - beginningOf(one) || ownLength(other) - ownLength(one),
    );
  }

  readonly sentence = (text: string): string => this.#known(text, 0) ?? text;

  readonly place = (where: string): string => {
    const { places } = this.#language;
    const [first = '', ...rest] = where.split(' ');
    return own(places, where) ?? [own(places, first) ?? first, ...rest].join(' ');
  };

  /** The translation of a text that is one sentence of ours as a whole. */
  #known(text: string, depth: number): string | undefined {
    const exact = this.#exact.get(text);
    if (exact !== undefined || depth > deepest) return exact;
    for (const template of this.#templates) {
      const values = valuesOf(template, text);
      const translated = values && this.#values(template, values, depth);
      if (translated) return fillPlaces(template.translation, translated);
    }
    return undefined;
  }

  #values({ kinds }: Template, values: readonly string[], depth: number): readonly string[] | undefined {
    const translated: string[] = [];
    for (const [at, kind] of kinds.entries()) {
      const value = this.#value(kind, values[at] ?? '', depth);
      if (value === undefined) return undefined;
      translated.push(value);
    }
    return translated;
  }

  /** `undefined` when the value is not what belongs into the place. */
  #value(kind: PlaceKind, value: string, depth: number): string | undefined {
    switch (kind) {
      case 'value':
        return value;
      case 'sentence':
        return this.#known(value, depth + 1);
      case 'text':
        return this.#known(value, depth + 1) ?? value;
      case 'risks':
        return this.#risks(value);
      case 'action':
        return own(this.#language.actions, value);
      case 'scope':
        return own(this.#language.places, value);
      default:
        return kind satisfies never;
    }
  }

  /** `one, two and three`, where a part may hold a comma or an "and" itself. */
  #risks(text: string): string | undefined {
    if (text.length > longestRisks) return undefined;
    const parts: string[] = [];
    let part = '';
    for (const piece of text.split(/(, | and )/)) {
      const isBetween = piece === ', ' || piece === ' and ';
      const known = isBetween ? own(this.#language.risks, part) : undefined;
      if (known === undefined) part += piece;
      else {
        parts.push(known);
        part = '';
      }
    }
    const last = own(this.#language.risks, part);
    return last === undefined ? undefined : [...parts, last].join(this.#language.between);
  }
}

function beginningOf({ literals }: Template): number {
  return literals[0]?.length ?? 0;
}

function ownLength({ literals }: Template): number {
  return literals.join('').length;
}

function own(words: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined;
}
