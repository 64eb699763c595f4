import { quoted, type Sentence } from '../texts/sentence';
import type { CallKind, DecidedBy } from '../call/call';
import type { Risk } from '../call/judgement';
import type { JsonObject } from '../base/json';
import type { CallHistory } from './history';
import { textOfCall } from './pastCalls';
import type { RecordedCall } from './recordedCall';

/** What became of a call. */
type ActivityState = 'waiting' | 'allowed' | 'done' | 'failed' | 'denied' | 'withdrawn' | 'unasked';

/** A call as the list of activity shows it. */
export interface Activity {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly kind: CallKind;
  readonly text: string;
  readonly input: JsonObject;
  readonly cwd: string;
  readonly at: string;
  readonly state: ActivityState;
  readonly by?: DecidedBy;
  readonly decidedAt?: string;
  readonly edited: boolean;
  readonly risk?: Risk;
  /** What the model was told with a deny, or why the call was withdrawn. */
  readonly said?: Sentence;
}

/** The calls of one session, each with what became of it. */
export function activityOf({ facts, calls }: CallHistory): readonly Activity[] {
  return calls.map(call => ({ ...rowOf(call), sessionId: facts.sessionId, cwd: facts.cwd }));
}

function rowOf(call: RecordedCall): Omit<Activity, 'sessionId' | 'cwd'> {
  const { toolCallId, tool, kind, input, at, risk, decision } = call;
  const said = call.withdrawn ?? (decision?.message === undefined ? undefined : quoted(decision.message));
  return {
    toolCallId,
    tool,
    kind,
    text: textOfCall(tool, input),
    input: decision?.input ?? input,
    at,
    state: stateOf(call),
    edited: decision?.edited ?? false,
    ...(risk === undefined ? {} : { risk }),
    ...(decision ? { by: decision.by, decidedAt: decision.at } : {}),
    ...(said === undefined ? {} : { said }),
  };
}

function stateOf({ unasked, withdrawn, decision, result, passes }: RecordedCall): ActivityState {
  // What the agent keeps its own books with is not asked and has no result: it is over when it is told.
  if (passes) return 'done';
  if (unasked) return 'unasked';
  if (withdrawn !== undefined) return 'withdrawn';
  if (decision?.choice === 'deny') return 'denied';
  if (result) return result.ok ? 'done' : 'failed';
  return decision ? 'allowed' : 'waiting';
}

export interface ActivityFilter {
  readonly decision?: 'allowed' | 'denied' | 'unasked';
  readonly by?: 'person' | 'rule';
  readonly tool?: string;
  readonly text?: string;
  /** At least so risky. */
  readonly risk?: Risk;
}

const risks: readonly Risk[] = ['low', 'medium', 'high', 'critical'];

export function isListed(activity: Activity, filter: ActivityFilter): boolean {
  const { decision, by, tool, text, risk } = filter;
  // Of a call whose risk nobody wrote down anything may be true.
  if (risk !== undefined && activity.risk !== undefined && risks.indexOf(activity.risk) < risks.indexOf(risk))
    return false;
  if (decision !== undefined && decisionOf(activity.state) !== decision) return false;
  if (by !== undefined && activity.by?.kind !== by) return false;
  if (tool !== undefined && activity.tool !== tool) return false;
  if (text === undefined) return true;
  const rule = activity.by?.kind === 'rule' ? activity.by.rule : '';
  return `${activity.tool}\n${activity.text}\n${rule}`.toLowerCase().includes(text.toLowerCase());
}

function decisionOf(state: ActivityState): 'allowed' | 'denied' | 'unasked' | undefined {
  switch (state) {
    case 'allowed':
    case 'done':
    case 'failed':
      return 'allowed';
    case 'denied':
    case 'unasked':
      return state;
    case 'waiting':
    case 'withdrawn':
      return undefined;
    default:
      return state satisfies never;
  }
}

/** The file and line of a rule, in the words in which a journal names its place: "project .latch/rules.json:7". */
export function placeIn(where: string): { readonly file: string; readonly line: number } | undefined {
  const [, file, line] = /^\w+ (.+?)(?::(\d+))?$/.exec(where) ?? [];
  return file === undefined ? undefined : { file, line: Number(line ?? 1) };
}
