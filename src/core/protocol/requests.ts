import type { PermissionMode } from '../call/mode';
import type { RuleRef } from '../call/ruleRef';
import type { ConfirmOptions, ConfirmParams } from '../card/confirm';
import type { InteractionResponse } from '../card/interaction';
import type { Attachment, Content } from '../message/message';
import type { Suggestion } from '../message/suggestion';
import { letGo } from '../session/letGo';
import { repositoryChoices } from '../session/repository';
import type { ReadPage } from '../transcript/page';
import {
  anyObject,
  exactly,
  flag,
  list,
  name,
  object,
  oneOf,
  optional,
  type Read,
  type Reader,
  text,
  type TypeOf,
  where,
  whole,
} from './read';
import { content, queueChange } from './readMessage';
import { type ConfirmRule, confirmRule } from './readRules';
import { call, type Done, type HandlersOf, line, type MessagesOf, nothing, takes } from './request';
import { ruleRequests } from './ruleRequests';
import { textRequests } from './textRequests';

const deepestAnswer = 8;

function interactionResponse(depth = 0): Reader<InteractionResponse> {
  return exactly<InteractionResponse>()(
    object({
      id: text,
      text: optional(text),
      selectedValues: optional(list(text)),
      confirmed: optional(flag),
      notes: optional(text),
      responses: optional(list(depth < deepestAnswer ? interactionResponse(depth + 1) : tooDeep)),
    }),
  );
}

function tooDeep(_: unknown, at = ''): Read<InteractionResponse> {
  return { ok: false, problem: `${at}: lies too deep.` };
}

export interface ConfirmRequestOptions extends ConfirmOptions {
  readonly rule?: ConfirmRule;
}

/** A decision, and rules that are made together with it. If they cannot be written, the card goes on waiting. */
interface ConfirmRequest extends ConfirmParams {
  readonly options?: ConfirmRequestOptions;
}

const confirmOptions = exactly<ConfirmRequestOptions>()(
  object({
    updatedInput: optional(anyObject),
    response: optional(interactionResponse()),
    option: optional(text),
    plan: optional(oneOf('manual', 'acceptEdits', 'clear')),
    suggestions: optional(list(anyObject)),
    note: optional(text),
    stop: optional(flag),
    rule: optional(confirmRule),
  }),
);

const confirmRequest = where(
  exactly<ConfirmRequest>()(
    object({
      sessionId: name,
      toolCallId: name,
      confirmed: flag,
      revision: whole,
      options: optional(confirmOptions),
    }),
  ),
  ({ confirmed, options }) => options?.rule === undefined || (options.rule.action === 'allow') === confirmed,
  'must have an allow rule with an allow, and a deny rule with a deny',
);

const choice = oneOf(...repositoryChoices);
const permissionMode = exactly<PermissionMode>()(
  oneOf('default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'),
);

const uiCommand = oneOf(
  'manageRules',
  'continueSession',
  'exportSession',
  'renameSession',
  'forkSession',
  'forkAtEarlier',
  'manageServers',
  'showAgentFiles',
  'showHelp',
  'setClaudePath',
  'showLog',
  'manageTrust',
  'chooseMode',
  'chooseModel',
  'showUsage',
  'account',
  'openFolder',
  'endTrustAll',
  'takeOver',
);
export type UiCommand = TypeOf<typeof uiCommand>;

const session = object({ sessionId: name });
const task = object({ sessionId: name, taskId: name });
type SessionId = TypeOf<typeof session>;

/**
 * What the page asks of the host, and gets a result or an error for. The host asks nothing: a request to a hidden webview
 * would wait for ever (measured: no reply, no error, even after the view is shown again).
 */
export const requests = {
  ...ruleRequests,
  ...textRequests,
  'tool/confirm': takes(confirmRequest).gives<{
    readonly accepted: true;
    /** The rules that were made together with the decision. */
    readonly rules?: readonly RuleRef[];
  }>(),
  'session/send': takes(content).gives<SessionId>(),
  /** Changes the messages that wait for their turn, and gives back what is taken out of them. */
  'session/queue': takes(object({ sessionId: name, change: queueChange })).gives<{
    readonly taken: readonly Content[];
  }>(),
  /** What can be mentioned in a message by these letters. */
  'composer/find': takes(object({ query: text })).gives<{ readonly rows: readonly Suggestion[] }>(),
  /** What is mentioned and is no file, as it goes along; absent where there is nothing of it. */
  'composer/attach': takes(object({ kind: oneOf('problems', 'terminal', 'session'), id: text })).gives<{
    readonly attachment?: Attachment;
  }>(),
  /** How a message mentions what was dragged out of the editor: addresses of files, or their paths. */
  'composer/mention': takes(object({ files: list(text) })).gives<{ readonly mentions: readonly string[] }>(),
  'session/new': takes(nothing).gives<SessionId>(),
  /** Brings a session to the front, also one that runs in another window. */
  'session/show': takes(session).gives<Done>(),
  /** Goes on from before a message of the person, in a session of its own, when they have confirmed that. */
  'session/fork': takes(object({ sessionId: name, before: name })).gives<Done>(),
  'session/restart': takes(object({ sessionId: name, logIn: optional(name) })).gives<SessionId>(),
  'session/interrupt': takes(session).gives<Done>(),
  /** What another window asks that shows a session of this one. */
  'session/mode': takes(object({ sessionId: name, mode: permissionMode })).gives<Done>(),
  /** Which model is to answer, and how. */
  'agent/choose': takes(
    object({
      sessionId: name,
      mode: optional(name),
      model: optional(name),
      effort: optional(name),
      thinkingOff: optional(flag),
    }),
  ).gives<Done>(),
  /** Commands write no longer in a folder elsewhere that was opened to them. */
  'agent/takeBack': takes(object({ sessionId: name, folder: name })).gives<Done>(),
  /** Starts the agent, so that it says what it has before anything is said to it. */
  'agent/prepare': takes(object({ sessionId: optional(name) })).gives<SessionId>(),
  'session/rename': takes(object({ sessionId: name, title: name })).gives<Done>(),
  /** Ends it, so that it can go on in the window that asks; says whether, and whether nobody is here. */
  'session/letGo': takes(object({ sessionId: name, when: oneOf(...letGo) })).gives<{
    readonly left: boolean;
    readonly away: boolean;
  }>(),
  /** The page of the conversation that ends before this item, with the cards of its calls. */
  'session/earlier': takes(object({ sessionId: name, before: name })).gives<ReadPage>(),
  /** Shows a change in the editor's diff view: `input` is what the card shows where it is not what was proposed. */
  'tool/openDiff': takes(object({ sessionId: name, toolCallId: name, input: optional(anyObject) })).gives<Done>(),
  /** Opens the rule that decided a call: the `at`th of those behind it. */
  'tool/openRule': takes(object({ sessionId: name, toolCallId: name, at: whole })).gives<Done>(),
  /** Takes back what was saved in the diff view. */
  'tool/discardEdit': takes(call).gives<Done>(),
  /** Puts a file back to what it was before this edit. */
  'tool/revert': takes(call).gives<Done>(),
  /** Ends a subagent or a command in the background. */
  'task/stop': takes(task).gives<Done>(),
  /** The end of what a command in the background has printed. */
  'task/output': takes(task).gives<{ readonly text: string }>(),
  /** Decides what the agent may take from the repository, for exactly the content that was shown. */
  'repository/choose': takes(object({ hash: text, choice })).gives<Done>(),
  /** Opens a file that the review names. */
  'repository/open': takes(object({ file: name, line: optional(line) })).gives<Done>(),
  /** One of the few commands that a card or an empty state offers. */
  'ui/command': takes(object({ command: uiCommand })).gives<Done>(),
};

/** Method -> parameters and result. */
export interface WebviewRequests extends MessagesOf<typeof requests> {}

export type Handlers = HandlersOf<typeof requests>;

/** The handlers of the requests whose names begin alike. */
export type HandlersUnder<P extends string> = Pick<Handlers, Extract<keyof Handlers, `${P}/${string}`>>;
