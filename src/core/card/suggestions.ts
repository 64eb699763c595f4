import { asString, isObject, type JsonObject } from '../base/json';
import type { WriteLeave } from '../call/call';

/**
 * Where Claude Code would write what it suggests; undefined is nowhere: it holds until the session ends. Where the person's
 * own settings lie is known to the agent alone.
 */
type SettingsFile = '.claude/settings.local.json' | '.claude/settings.json' | 'own';

/** What the agent would change of its own permissions with an allow. */
export type Suggestion =
  | { readonly kind: 'allow'; readonly what: readonly string[]; readonly file: SettingsFile | undefined }
  | { readonly kind: 'folders'; readonly what: readonly string[]; readonly file: SettingsFile | undefined }
  | {
      readonly kind: 'mode';
      readonly what: readonly [string];
      readonly file: SettingsFile | undefined;
      /** How much less would be asked in this mode. */
      readonly asks: 'asBefore' | 'less' | 'nothing';
    }
  /** Of ours: commands may write in a folder outside of that of the session, this one or all of the session. */
  | { readonly kind: 'write'; readonly what: readonly [string]; readonly lasts: WriteLeave['lasts'] }
  /** Not one of those we know: it can only be read as it is. */
  | { readonly kind: 'other'; readonly what: readonly [string] };

const files: Readonly<Record<string, SettingsFile | undefined>> = {
  localSettings: '.claude/settings.local.json',
  projectSettings: '.claude/settings.json',
  userSettings: 'own',
  session: undefined,
};

export function readSuggestion(suggestion: JsonObject): Suggestion {
  const { type, behavior, destination, rules, directories } = suggestion;
  const leave = writeLeave(suggestion);
  if (leave) return { kind: 'write', what: [leave.folder], lasts: leave.lasts };
  const other = { kind: 'other', what: [JSON.stringify(suggestion)] } as const;
  if (typeof destination !== 'string' || !Object.hasOwn(files, destination)) return other;
  const file = files[destination];
  if (type === 'addRules' && behavior === 'allow') {
    const what = textsOf(rules, ruleText);
    return what ? { kind: 'allow', what, file } : other;
  }
  if (type === 'addDirectories') {
    const what = textsOf(directories, asString);
    return what ? { kind: 'folders', what, file } : other;
  }
  const mode = asString(suggestion.mode);
  return type === 'setMode' && mode !== undefined ? { kind: 'mode', what: [mode], file, asks: asksIn(mode) } : other;
}

/** How the card lists a folder in which a person may let commands write, and the record one in which they were let. */
export function writeOffer({ folder, lasts }: WriteLeave): JsonObject {
  return { type: 'latchWrite', folder, ...(lasts === 'session' ? { lasts } : {}) };
}

/** A leave whose end is not understood is one for this call alone. */
export function writeLeave({ type, folder, lasts }: JsonObject): WriteLeave | undefined {
  if (type !== 'latchWrite' || typeof folder !== 'string') return undefined;
  return { folder, lasts: lasts === 'session' ? 'session' : 'call' };
}

function ruleText(rule: unknown): string | undefined {
  if (!isObject(rule)) return undefined;
  const tool = asString(rule.toolName);
  const content = asString(rule.ruleContent);
  if (tool === undefined || (rule.ruleContent !== undefined && content === undefined)) return undefined;
  return content === undefined ? tool : `${tool}(${content})`;
}

/** All of them, or nothing: what is shown in part is not shown. */
function textsOf(list: unknown, textOf: (item: unknown) => string | undefined): readonly string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const texts = list.map(item => textOf(item)).filter(text => text !== undefined);
  return texts.length === list.length && texts.length > 0 ? texts : undefined;
}

function asksIn(mode: string): 'asBefore' | 'less' | 'nothing' {
  if (mode === 'bypassPermissions') return 'nothing';
  return mode === 'default' || mode === 'plan' || mode === 'dontAsk' ? 'asBefore' : 'less';
}
