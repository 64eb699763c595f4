import type { DecidedBy } from '../call/call';
import type { Risk } from '../call/judgement';
import type { JournalLine } from './journal';
import { isObject, type JsonObject } from '../base/json';
import { callsIn, textOfCall } from './pastCalls';

/** What became of a call. */
export type ActivityState = 'waiting' | 'allowed' | 'done' | 'failed' | 'denied' | 'withdrawn' | 'unasked';

/** A call as the list of activity shows it. */
export interface Activity {
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly tool: string;
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
  readonly said?: string;
}

/** The calls of one journal, each with what became of it; a later line of the journal counts over an earlier one. */
export function activityIn(lines: readonly JournalLine[]): readonly Activity[] {
  const found = new Map<string, Activity>(
    callsIn(lines).map(({ choice: _choice, by: _by, ...call }) => [
      call.toolCallId,
      { ...call, text: textOfCall(call.tool, call.input), state: 'waiting' },
    ]),
  );
  const change = (toolCallId: string, more: Partial<Activity>): void => {
    const call = found.get(toolCallId);
    if (call) found.set(toolCallId, { ...call, ...more });
  };
  for (const { record, at } of lines) {
    switch (record.type) {
      case 'interaction_response':
        change(record.toolCallId, {
          state: record.choice === 'allow' ? 'allowed' : 'denied',
          by: record.by,
          decidedAt: at,
          // What really ran is what the person made of it.
          ...(isObject(record.updatedInput?.value) && record.edited ? { input: record.updatedInput.value } : {}),
          ...(record.message === undefined ? {} : { said: record.message }),
        });
        break;
      case 'result':
        if (found.get(record.toolCallId)?.state === 'allowed')
          change(record.toolCallId, { state: record.ok ? 'done' : 'failed' });
        break;
      case 'withdrawn':
        change(record.toolCallId, { state: 'withdrawn', said: record.reason });
        break;
      case 'ran_unasked':
        change(record.toolCallId, { state: 'unasked' });
        break;
      default:
        break;
    }
  }
  return [...found.values()];
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
