// What an agent is answered is written in one room for each protocol. Everyone else speaks of our own decisions, which are typed.
import { describe, expect, test } from 'vitest';
import { sources, textOf } from './support/sources';
import { namesUsed, textsWritten } from './support/syntax';

const acp = 'src/core/acp/';
const claude = 'src/core/claude/';

/** What an answer means in ACP. */
const optionKinds = /^(?:allow|reject)_(?:once|always)$/;

/** Ids that some agents give to their options today. They are theirs to change, so nobody may know them. */
const idsOfAgents =
  /^(?:proceed_(?:once|always\w*)|allow-(?:once|always|with-updates)|accept_execpolicy_amendment|approved(?:-\w+)?)$/;

describe('the answers to an agent', () => {
  // The gallery shows what an agent sent, and answers nobody.
  const files = ['src', 'webview-ui'].flatMap(sources).filter(file => !file.startsWith('webview-ui/gallery/'));

  test('are written in the room of their protocol, and chosen by kind, never by an id', () => {
    expect(files).toContain('src/core/acp/options.ts');
    expect(files.flatMap(file => rawAnswers(file, textOf(file)))).toEqual([]);
  });

  test.each([
    ['src/channel/a.ts', "const kind = 'allow_once';", 'the option kind allow_once'],
    ['src/channel/a.ts', 'if (kind === `reject_always`) stop();', 'the option kind reject_always'],
    ['src/channel/a.ts', "type Kind = 'allow_always' | 'other';", 'the option kind allow_always'],
    ['src/agents/acp/a.ts', "send({ outcome: 'cancelled' });", 'the outcome cancelled'],
    ['src/agents/acp/a.ts', "send({ outcome: ok ? 'selected' : other });", 'the outcome selected'],
    ['src/agents/acp/a.ts', "if (reply['outcome'] === 'selected') go();", 'the outcome selected'],
    ['src/agents/acp/a.ts', 'const { optionId } = option;', 'the name optionId'],
    ['src/agents/acp/a.ts', "const id = option['optionId'];", 'the name optionId'],
    ['webview-ui/card/a.tsx', '<Button value={it.optionId} />', 'the name optionId'],
    ['src/core/acp/a.ts', "const answer = { optionId: 'allow' };", 'the option id allow'],
    ['src/core/acp/a.ts', "if (option.optionId === 'yes-1') take();", 'the option id yes-1'],
    ['src/core/acp/a.ts', "options.find(({ id }) => id === 'proceed_once');", 'the option id proceed_once'],
    ['src/session/a.ts', "send({ behavior: 'allow', updatedInput });", 'the behavior allow'],
    ['src/session/a.ts', "send({ permissionDecision: no ? 'deny' : 'ask' });", 'the permissionDecision deny'],
  ])('outside of it are found: in %s, %s', (file, text, found) => {
    expect(rawAnswers(file, text)).toContain(`${file}: ${found}`);
  });

  test.each([
    ['src/core/acp/a.ts', "const take = option => ({ outcome: 'selected', optionId: option.id });"],
    ['src/core/acp/a.ts', "const id = asString(value['optionId']);"],
    ['src/core/claude/a.ts', "const deny = message => ({ behavior: 'deny', message });"],
    ['src/core/card/a.ts', "if (suggestion.behavior === 'allow') show();"],
    ['src/channel/a.ts', "decide({ choice: 'allow', by });"],
    ['src/channel/a.ts', "// An agent offers 'allow_once' here."],
  ])('and nothing else is: in %s, %s', (file, text) => {
    expect(rawAnswers(file, text)).toEqual([]);
  });
});

/** Few sources have a word of these, so only they have to be parsed. */
const suspicious = /optionId|outcome|(?:allow|reject|proceed)[_-]|accept_|approved|behavior|permissionDecision/;

/** The words of a protocol's answers that a source has and must not have. */
function rawAnswers(file: string, source: string): readonly string[] {
  if (!suspicious.test(source)) return [];
  const isAcp = file.startsWith(acp);
  const texts = textsWritten(file, source).flatMap(({ text, of }): readonly string[] => {
    if (of === 'optionId' || idsOfAgents.test(text)) return [`the option id ${text}`];
    if (isAcp) return [];
    if (text === 'optionId') return ['the name optionId'];
    if (optionKinds.test(text)) return [`the option kind ${text}`];
    if (of === 'outcome' && /^(?:selected|cancelled)$/.test(text)) return [`the outcome ${text}`];
    return [];
  });
  const names = isAcp ? [] : namesUsed(file, source).filter(name => name === 'optionId');
  return [...texts, ...names.map(name => `the name ${name}`), ...toClaude(file, source)].map(it => `${file}: ${it}`);
}

function toClaude(file: string, source: string): readonly string[] {
  if (file.startsWith(claude)) return [];
  return textsWritten(file, source)
    .filter(({ of, isCompared }) => !isCompared && /^(?:behavior|permissionDecision)$/.test(of))
    .map(({ text, of }) => `the ${of} ${text}`);
}
