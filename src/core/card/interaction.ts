/**
 * Anything a person can be asked beyond yes and no, as one data type. Questions of the model and forms of MCP servers
 * both become one of these, so the card that draws them and the code that checks the answer exist once.
 */
export type Interaction = InputInteraction | SelectInteraction | ConfirmInteraction | CombinedInteraction;

interface Common {
  /** Names the field in the answer; unique within one card. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

export interface InputInteraction extends Common {
  readonly type: 'input';
  readonly placeholder?: string;
  readonly required: boolean;
  readonly multiline: boolean;
  readonly value?: string;
  /** What the text must be read as: `lines` is a list, an item a line. What is none of it is refused before anything is sent. */
  readonly format: 'text' | 'number' | 'integer' | 'email' | 'uri' | 'date' | 'date-time' | 'lines' | 'json';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  /** Longer text that belongs to the option, shown as written. */
  readonly preview?: string;
}

export interface SelectInteraction extends Common {
  readonly type: 'select';
  readonly header?: string;
  readonly options: readonly SelectOption[];
  readonly multiple: boolean;
  readonly required: boolean;
  /** Whether a text of the person's own may stand in for the options, and whether notes can be added. */
  readonly other: boolean;
  readonly notes: boolean;
  readonly selected?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ConfirmInteraction extends Common {
  readonly type: 'confirm';
  /** Whether it has to be answered with yes or no; otherwise it may stay open. */
  readonly required?: boolean;
  readonly confirmText?: string;
  readonly cancelText?: string;
  readonly value?: boolean;
}

export interface CombinedInteraction extends Common {
  readonly type: 'combined';
  /** Whether something has to be given inside; otherwise it may stay empty as a whole. */
  readonly required?: boolean;
  readonly interactions: readonly Interaction[];
}

/** The answer to an interaction: the same tree, with what the person gave. Nothing given is no key. */
export interface InteractionResponse {
  readonly id: string;
  readonly text?: string;
  readonly selectedValues?: readonly string[];
  readonly confirmed?: boolean;
  readonly notes?: string;
  readonly responses?: readonly InteractionResponse[];
}
