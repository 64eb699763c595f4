import { becauseOf, type CompiledRule } from '../match/compiled';
import type { RuleSet } from './ruleSet';
import type { Because } from '../language/verdict';
import { isSensitive, type PathForms, strangePath, type World } from '../paths/world';
import { say, type Sentence } from '../../texts/sentence';

type Access = 'read' | 'edit';

/** A deny or ask rule that meets a path, in either of its two forms. */
export function forbiddingRule(
  set: RuleSet,
  action: 'deny' | 'ask',
  access: Access,
  path: PathForms,
  world: World,
): CompiledRule | undefined {
  const rules = set[action];
  const { now } = world.context;
  // A file that may not be read may not be changed either.
  for (const kind of access === 'edit' ? (['edit', 'read'] as const) : (['read'] as const)) {
    const index = kind === 'edit' ? rules.edit : rules.read;
    if (index.isEmpty) continue;
    const found =
      index.find(path.lexical, world.lexicalBases(), now, world.budget) ??
      (path.real === undefined ? undefined : index.find(path.real, world.realBases(), now, world.budget));
    if (found) return found;
  }
  return undefined;
}

/** The same for a path that may be read in several ways. */
export function forbiddingOne(
  set: RuleSet,
  action: 'deny' | 'ask',
  access: Access,
  paths: readonly PathForms[],
  world: World,
): CompiledRule | undefined {
  return paths.map(path => forbiddingRule(set, action, access, path, world)).find(it => it !== undefined);
}

/** How Claude Code opens a path, where that is not as it stands: without blanks around it. */
export function otherReadings(text: string): readonly string[] {
  const opened = text.trim();
  return opened === text ? [] : [opened];
}

/** A rule that allows both forms of the path: where it seems to be, and where it really is. */
export function allowingRule(set: RuleSet, access: Access, path: PathForms, world: World): CompiledRule | undefined {
  const { now } = world.context;
  const whole = set.allow.tool(access === 'edit' ? 'Edit' : 'Read', now);
  if (whole) return whole;
  const index = access === 'edit' ? set.allow.edit : set.allow.read;
  if (index.isEmpty || path.real === undefined) return undefined;
  const lexical = index.find(path.lexical, world.lexicalBases(), now, world.budget);
  if (!lexical) return undefined;
  if (path.real === path.lexical) return lexical;
  return index.find(path.real, world.realBases(), now, world.budget) ? lexical : undefined;
}

interface PathQuestion {
  readonly text: string;
  readonly forms: PathForms;
  readonly access: Access;
}

/** What the rules and the defaults say of reading or writing one path. Deny and ask rules were looked at before. */
export function judgePath(set: RuleSet, question: PathQuestion, world: World, tool: string): Because {
  const { forms, access } = question;
  const strange = strangePath(question.text);
  if (strange !== undefined) return { verdict: 'ask', reason: strange };
  const text = world.shown(question.text);
  if (forms.real === undefined) return { verdict: 'ask', reason: unknownPlace(question.text, world) };
  const inWorkspace = world.isInWorkspace(forms);
  const secret = isSensitive(forms.lexical) || isSensitive(forms.real);
  if (access === 'edit') {
    if (world.protects(forms.lexical) || world.protects(forms.real)) {
      return { verdict: 'ask', reason: say('{path} is a protected path: writing it is always asked.', { path: text }) };
    }
    if (secret)
      return { verdict: 'ask', reason: say('{path} may hold secrets: writing it is always asked.', { path: text }) };
  }
  const rule = wholeToolRule(set, tool, world) ?? allowingRule(set, access, forms, world);
  if (access === 'edit' && world.context.mode === 'plan')
    return { verdict: 'ask', reason: say('In plan mode only reading is free.') };
  if (rule) return becauseOf(rule);
  const granted = access === 'edit' ? grantedEdit(world, inWorkspace) : undefined;
  if (granted) return granted;
  if (access === 'read' && inWorkspace && !secret) {
    return { verdict: 'allow', source: { scope: 'builtin' }, reason: say('Reading inside the workspace is free.') };
  }
  if (world.context.trustAll || world.context.mode === 'bypassPermissions') return trusted(world);
  if (secret) return { verdict: 'ask', reason: say('{path} may hold secrets.', { path: text }) };
  if (!inWorkspace) return { verdict: 'ask', reason: say('{path} lies outside the workspace.', { path: text }) };
  return {
    verdict: 'ask',
    reason:
      access === 'edit'
        ? say('No rule allows writing {path}.', { path: text })
        : say('No rule allows reading {path}.', { path: text }),
  };
}

export function unknownPlace(text: string, world: World): Sentence {
  return say('Where {path} really leads cannot be told.', { path: world.shown(text) });
}

function wholeToolRule(set: RuleSet, tool: string, world: World): CompiledRule | undefined {
  return tool === 'Bash' ? undefined : set.allow.tool(tool, world.context.now);
}

function grantedEdit(world: World, inWorkspace: boolean): Because | undefined {
  const { skip, mode } = world.context;
  if (!inWorkspace || mode === 'plan') return undefined;
  if (skip.fileEdits)
    return {
      verdict: 'allow',
      source: { scope: 'mode' },
      reason: say('The setting latch.skip.fileEdits allows edits inside the workspace.'),
    };
  if (mode === 'acceptEdits')
    return {
      verdict: 'allow',
      source: { scope: 'mode' },
      reason: say('The mode acceptEdits allows edits inside the workspace.'),
    };
  return undefined;
}

export function trusted(world: World): Because {
  const reason = world.context.trustAll
    ? say('Everything is trusted for now.')
    : say('The mode bypassPermissions allows everything.');
  return { verdict: 'allow', source: { scope: 'mode' }, reason };
}
