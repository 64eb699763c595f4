import { parse } from 'unbash';
import { Findings } from './findings';
import type { Analysis, SimpleCommand, Place } from './syntax';
import { StatementReader } from './statementReader';
import { hasGluedContinuation, hiddenText } from '../language/text';
import { staticWord } from './word';
import { say } from '../../texts/sentence';

/** Beyond this a person cannot read it either: always asked. */
export const readable = { characters: 10_000, commands: 400 };
/** So many separators stand for more commands than that, also where most of them are no separators. */
const mostSeparators = 1500;

/** Each of these may hold a text in which others stand, which is read again and again. */
const opener = /\$\(|`|<<|\$\{|\(\(/;
const mostOpeners = 500;

const tooManyCommands = say('It holds more than {most} commands.', { most: readable.commands });

const plainText = /^[A-Za-z0-9_./:@%,+-]+(?: +[A-Za-z0-9_./:@%,+=-]+)*$/;
const reservedFirst = new Set(
  'if then else elif fi for while until do done case esac select function time coproc in cd pushd popd'.split(' '),
);

/** Reads a shell text. Never throws; what it does not understand becomes a doubt. */
export function readShell(text: string, place: Place): Analysis {
  const fast = readPlain(text, place);
  if (fast) return fast;
  const findings = new Findings();
  checkText(text, findings);
  // A longer text is only scanned.
  if (isReadable(text)) parseText(text, place, findings);
  return { commands: findings.commands, doubts: findings.doubts };
}

/** Most commands are a few plain words: no parser is needed for them. */
function readPlain(text: string, place: Place): Analysis | undefined {
  if (text.length > readable.characters || !plainText.test(text)) return undefined;
  const parts = text.split(/ +/);
  const first = parts[0];
  if (first === undefined || reservedFirst.has(first)) return undefined;
  const command: SimpleCommand = {
    text,
    words: parts.map(staticWord),
    assignments: [],
    redirects: [],
    place,
    stdin: undefined,
  };
  return { commands: [command], doubts: [] };
}

function isReadable(text: string): boolean {
  return (
    text.length <= readable.characters &&
    text.split(/[;|&\n]/, mostSeparators).length < mostSeparators &&
    text.split(opener, mostOpeners).length < mostOpeners
  );
}

function checkText(text: string, findings: Findings): void {
  if (text.trim() === '') findings.doubt('unparseable', say('The command is empty.'));
  const hidden = hiddenText(text);
  if (hidden !== undefined)
    findings.doubt(
      'hidden-text',
      say('It contains the invisible or deceiving character {character}.', { character: hidden }),
    );
  if (text.length > readable.characters)
    findings.doubt('very-long', say('It is longer than {most} characters.', { most: readable.characters }));
  else if (!isReadable(text)) findings.doubt('very-long', tooManyCommands);
  if (text.endsWith('\\') && !/^[^\\]*(?:\\[^][^\\]*)*$/.test(text)) {
    findings.doubt('unparseable', say('It ends in the middle of a word.'));
  }
  if (text.includes('\\\n') && hasGluedContinuation(text)) {
    findings.doubt('construct', say('A line continuation joins two halves of a word.'));
  }
}

function parseText(text: string, place: Place, findings: Findings): void {
  try {
    new StatementReader(findings).script(parse(text), {
      source: text,
      place,
      stdin: undefined,
      depth: 0,
      bound: new Map(),
    });
  } catch {
    // A parser that fails on some text must not stop the call from being asked.
    findings.doubt('unparseable', say('The command could not be parsed.'));
  }
  findings.finish();
  if (findings.commands.length > readable.commands) findings.doubt('very-long', tooManyCommands);
}
