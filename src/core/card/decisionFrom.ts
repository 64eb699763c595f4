import { type Decision, networkTool } from '../call/call';
import type { Card } from './card';
import { formContent } from './formAnswer';
import { formOf } from './forms';
import { messages } from '../gate/messages';
import { canonical, type JsonObject } from '../base/json';
import { writeLeave } from './suggestions';
import { withAnswers } from './questions';
import type { ConfirmOptions } from './confirm';
import { say, type Sentence, inOne } from '../texts/sentence';

type Chosen = { readonly ok: true; readonly decision: Decision } | { readonly ok: false; readonly reason: Sentence };

/** What a click means: the decision that the person's answer to this card makes, or why it makes none. */
export function decisionFrom(card: Card, confirmed: boolean, options: ConfirmOptions): Chosen {
  const by = { kind: 'person' } as const;
  if (!confirmed) {
    const note = options.note?.trim();
    return {
      ok: true,
      decision: {
        choice: 'deny',
        by,
        message: note ? (options.note ?? note) : messages.denied,
        stop: options.stop === true,
      },
    };
  }
  if (options.plan !== undefined && card.kind !== 'plan')
    return { ok: false, reason: say('Only a plan can be approved in this way.') };
  const offered = agentsOwn(card, options);
  if (offered) return offered;
  const suggested = new Set(card.details.suggestions.map(canonical));
  if (options.suggestions?.some(ticked => !suggested.has(canonical(ticked))))
    return { ok: false, reason: say('The agent did not suggest what was ticked.') };
  const updatedPermissions = permissionsFrom(card, options);
  const leaves = updatedPermissions.flatMap(row => writeLeave(row) ?? []);
  const agents = updatedPermissions.filter(row => !writeLeave(row));
  const withPermissions = {
    ...(agents.length > 0 ? { updatedPermissions: agents } : {}),
    ...(leaves.length > 0 ? { leaves } : {}),
  };
  if (card.kind === 'question' && card.interaction?.type === 'combined' && options.response) {
    const answered = withAnswers(card.input, card.interaction, options.response);
    return answered.ok ? { ok: true, decision: { choice: 'allow', by, updatedInput: answered.input } } : answered;
  }
  if (card.kind === 'elicitation') return formDecision(card, options);
  // The plan is approved, and the conversation that made it ends: the agent starts it anew after the turn was stopped.
  if (card.kind === 'plan' && options.plan === 'clear')
    return { ok: true, decision: { choice: 'deny', by, message: messages.stopped, stop: true } };
  const edited = options.updatedInput !== undefined && canonical(options.updatedInput) !== canonical(card.input);
  if (edited && card.tool === networkTool)
    return { ok: false, reason: say('Claude Code reaches for the host that it asked about: it cannot be edited.') };
  if (!edited || options.updatedInput === undefined)
    return { ok: true, decision: { choice: 'allow', by, ...withPermissions } };
  return {
    ok: true,
    decision: { choice: 'allow', by, updatedInput: options.updatedInput, edited: true, ...withPermissions },
  };
}

/** What an agent that names its answers itself takes: one of those, and nothing beside it. */
function agentsOwn({ details: { offered }, input }: Card, options: ConfirmOptions): Chosen | undefined {
  if (!offered) return undefined;
  const { agent, allow, lasting } = offered;
  const { option, updatedInput } = options;
  if (updatedInput !== undefined && canonical(updatedInput) !== canonical(input))
    return { ok: false, reason: say('{agent} takes no edited input: allow what it asked for, or deny it.', { agent }) };
  if (option !== undefined && !lasting.some(({ id }) => id === option))
    return { ok: false, reason: say('{agent} did not offer this answer.', { agent }) };
  if (option === undefined && allow === undefined)
    return { ok: false, reason: say('{agent} offers no way to allow this once, so it can only be denied.', { agent }) };
  const by = { kind: 'person' } as const;
  return { ok: true, decision: { choice: 'allow', by, ...(option === undefined ? {} : { option }) } };
}

function formDecision(card: Card, options: ConfirmOptions): Chosen {
  const form = formOf(card.input);
  if (form?.mode === 'url')
    return { ok: true, decision: { choice: 'allow', by: { kind: 'person' }, updatedInput: {} } };
  if (!form) return { ok: false, reason: say('This form cannot be read, so it can only be declined.') };
  const read = formContent(form.interaction, options.response ?? { id: form.interaction.id });
  if (!read.ok) return { ok: false, reason: inOne(read.problems.map(problem => problem.message)) };
  return { ok: true, decision: { choice: 'allow', by: { kind: 'person' }, updatedInput: read.content } };
}

/** Only what a person ticked, row by row, and the one mode change that a plan's own button stands for. */
function permissionsFrom(card: Card, options: ConfirmOptions): JsonObject[] {
  const accept =
    card.kind === 'plan' && options.plan === 'acceptEdits'
      ? [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
      : [];
  return [...(options.suggestions ?? []), ...accept];
}
