import { isObject, type Json } from '../base/json';
import { namedHidden } from '../change/hidden';
import { isNewer, type JournalLine, type JournalRecord } from './journal';
import { type Verified, verifiedWords } from './verified';

/**
 * One session as a document: what was said, what was asked, who decided it, and what came of it. It is made line by line,
 * so that a record of any size becomes one.
 */
export function reportBegin(first: JournalLine | undefined): string {
  return first?.record.type === 'session_started'
    ? `# Session ${code(first.record.sessionId)}\n\n- Folder: ${code(first.record.cwd)}\n- Started: ${first.at}\n\n`
    : '# Session\n\n';
}

export function reportOf(line: JournalLine): string {
  const said = isNewer(line)
    ? [`- ${line.at} · A line of a newer version of Latch`, '']
    : section(line.record, line.at);
  return said.map(text => `${text}\n`).join('');
}

/** What was verified of the record, for whoever reads the document without it. */
export function reportEnd(verified: Verified): string {
  return ['## Record', '', ...verifiedWords(verified).map(({ text }) => `- ${text}`), ''].join('\n');
}

function section(record: JournalRecord, at: string): string[] {
  switch (record.type) {
    case 'user_message':
      return [
        `## ${at} · Message`,
        '',
        fence(record.text),
        ...(record.attachments ?? []).map(name => `- Attached: ${code(name)}`),
        '',
      ];
    case 'agent_message':
      return record.kind === 'text' ? [fence(record.text), ''] : [];
    case 'proposed':
      return [
        `### ${at} · ${code(record.tool)} ${code(record.toolCallId)}`,
        '',
        fence(inputText(record.input.value)),
        `SHA-256 of the input: ${code(record.input.sha256)}`,
        '',
      ];
    case 'interaction_request':
      return [`- ${at} · Asked for ${code(record.toolCallId)}, as ${code(record.askId)}`, ''];
    case 'execution_suspended':
      return [`- ${at} · ${code(record.toolCallId)} waits for the answer to ${code(record.askId)}`, ''];
    case 'execution_resumed':
      return [
        `- ${at} · ${code(record.askId)} was answered, and ${code(record.toolCallId)} goes on${heldWords(record.held)}`,
        '',
      ];
    case 'interaction_response':
      return [
        `- ${at} · **${record.choice === 'allow' ? 'Allowed' : 'Denied'}** ${code(record.toolCallId)} by ${decider(record)}${record.edited ? ', edited' : ''}${record.stop ? ', and stopped' : ''}`,
        ...(record.updatedInput ? ['', fence(inputText(record.updatedInput.value))] : []),
        '',
      ];
    case 'withdrawn':
      return [`- ${at} · **Withdrawn** ${code(record.toolCallId)}: ${plain(record.reason.text)}`, ''];
    case 'not_delivered':
      return [`- ${at} · **Not delivered** ${code(record.toolCallId)}: ${plain(record.reason.text)}`, ''];
    case 'ran_unasked':
      return [`- ${at} · **Ran without an answer** ${code(record.toolCallId)}`, ''];
    case 'result':
      return [
        `- ${at} · ${record.ok ? 'Done' : 'Failed'} ${code(record.toolCallId)}${record.durationMs === undefined ? '' : ` after ${record.durationMs} ms`}`,
        '',
      ];
    case 'notice':
      return [`- ${at} · ${plain(record.text.text)}`, ''];
    case 'agent_lost':
      return [`- ${at} · The agent ended: ${plain(record.reason.text)}`, ''];
    default:
      return [];
  }
}

/** Under what a command ran; older journals do not say. */
function heldWords(held: boolean | undefined): string {
  if (held === undefined) return '';
  return held ? ', held by the kernel' : ', held by reading alone';
}

function decider(record: JournalRecord & { type: 'interaction_response' }): string {
  const { by } = record;
  switch (by.kind) {
    case 'person':
      return 'a person';
    case 'rule':
      return `the rule ${code(by.rule)}${by.where === undefined ? '' : ` (${code(by.where)})`}: ${plain(by.reason.text)}`;
    case 'timeout':
      return 'the time limit';
    case 'stop':
      return 'a stop of the turn';
    case 'failure':
      return `a failure: ${plain(by.reason.text)}`;
    default:
      return by satisfies never;
  }
}

function inputText(input: Json): string {
  const command = isObject(input) ? input['command'] : undefined;
  return typeof command === 'string' ? command : JSON.stringify(input, undefined, 2);
}

/**
 * Texts of an agent stay texts: longer fences than any they contain, no Markdown or HTML of theirs outside of one, no line
 * of its own where one is not meant, and no character that nobody sees.
 */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(match => match[0].length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${namedHidden(text)}\n${mark}`;
}

function code(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(match => match[0].length));
  const mark = '`'.repeat(longest + 1);
  return longest > 0 ? `${mark} ${line} ${mark}` : `${mark}${line}${mark}`;
}

function plain(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);
}

function oneLine(text: string): string {
  return namedHidden(text.replaceAll(/\s*\n\s*/g, ' ⏎ '));
}
