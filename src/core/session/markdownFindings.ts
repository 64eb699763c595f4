import { say } from '../texts/sentence';
import type { Finding } from './finding';

/** Lines that are executed while a skill or command is read, and what its head lets run without asking. */
export function markdownFindings(file: string, text: string): Finding[] {
  const findings: Finding[] = [];
  const lines = text.split('\n');
  const headEnd =
    lines[0]?.trim() === '---' ? lines.findIndex((line, place) => place > 0 && line.trim() === '---') : -1;
  let fence = false;
  for (const [place, line] of lines.entries()) {
    const number = place + 1;
    if (place < headEnd) {
      if (place > 0) findings.push(...headFindings(file, number, line));
      continue;
    }
    if (/^\s*```!/.test(line)) fence = true;
    else if (fence && /^\s*```/.test(line)) fence = false;
    else if (fence) findings.push(commandLine(file, number, line));
    for (const [, command = ''] of line.matchAll(/!`([^`]+)`/g)) findings.push(commandLine(file, number, command));
  }
  return findings;
}

/** A line of the head that only describes. What else stands there may be something by which a newer agent runs something. */
const describes =
  /^(?:\s|$|#|-\s|(?:name|description|argument-hint|arguments|model|when[_-]to[_-]use|license|version|author|color|tools|disallowed-?tools|user-invocable|disable-model-invocation|context|effort|paths|globs|metadata|compatibility|max-?turns)\s*:)/i;

function headFindings(file: string, line: number, text: string): Finding[] {
  if (describes.test(text)) return [];
  const [, key = '', value = text] = /^['"]?([\w-]+)['"]?\s*:\s*(.*)$/.exec(text) ?? [];
  return [{ kind: headKind(key.toLowerCase()), file, line, name: key, text: value.trim() }];
}

function headKind(key: string): Finding['kind'] {
  switch (key) {
    case 'allowed-tools':
      return 'allowRule';
    case 'hooks':
      return 'hook';
    case 'mcpservers':
    case 'mcp-servers':
      return 'server';
    case 'permissionmode':
      return 'mode';
    default:
      return 'setting';
  }
}

function commandLine(file: string, line: number, text: string): Finding {
  return { kind: 'commandLine', file, line, name: '', says: say('runs when it is read'), text };
}
