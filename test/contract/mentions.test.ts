// The CLI reads what a message mentions, unasked and without a hook. Latch asks the rules before the message is sent.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asString } from '../../src/core/base/json';
import { quoted } from '../../src/core/texts/sentence';
import type { Judge } from '../../src/core/call/judgement';
import { bash } from './calls';
import { clis } from './clis';
import { openStage, type Stage } from './stage';

const facts = { risk: 'low', riskSentence: quoted(''), because: [] } as const;
const rule = { kind: 'rule', rule: 'Read(...)', reason: quoted('A rule says so.') } as const;

/** By the name of what is read: `deny`, `ask`, and anything else is allowed. */
const byName: Judge = ({ input }) => {
  const path = asString(input['file_path']) ?? '';
  if (path.includes('deny'))
    return { ...facts, verdict: { decision: 'deny', by: rule, message: 'No.', readOnly: true } };
  if (path.includes('ask')) return { ...facts, verdict: { decision: 'ask', readOnly: true, always: true } };
  return { ...facts, verdict: { decision: 'allow', by: rule, readOnly: true } };
};

const turns = Array.from({ length: 4 }, () => [{ text: 'Done.' }]);
const contentOf = (name: string): string => `CONTENT-OF-${name.replaceAll(/\W/g, '-')}`;
const heard = ({ model }: Stage, text: string): boolean =>
  model.requests.some(({ body }) => JSON.stringify(body).includes(text));

async function open(path: string, files: readonly string[], judge: Judge = byName): Promise<Stage> {
  return openStage({
    cli: path,
    turns,
    judge,
    prepare: workspace => {
      for (const file of files) {
        mkdirSync(join(workspace, file, '..'), { recursive: true });
        writeFileSync(join(workspace, file), `${contentOf(file)}\n`);
      }
    },
  });
}

/** How a file can be mentioned, by what stands before and after its name. */
const forms = [
  ['', ''],
  ['./', ''],
  ['ABSOLUTE', ''],
  ['', ','],
  ['', '#L1'],
  ['', '#L1-2'],
  ['', '。'],
  ['"', '"'],
  ['"ABSOLUTE', '"'],
  ['"', '#L1-1"'],
] as const;
const fileOf = (place: number): string => `form${place}/deny${forms[place]?.[0].startsWith('"') ? ' it' : ''}.txt`;

function everyForm(workspace: string): string {
  const said = forms.map(([before, after], place) => {
    const mention = `@${before.replace('ABSOLUTE', `${workspace}/`)}${fileOf(place)}${after}`;
    return `${place}\n${mention} is it`;
  });
  return `看。@form10/deny.txt ${said.join('\n')} \u00A0@form11/deny.txt`;
}
const formFiles = [...forms.map((_, place) => fileOf(place)), 'form10/deny.txt', 'form11/deny.txt'];

describe.each(clis)('$version', ({ path }) => {
  test('what a rule denies is not read, however it is written, and what it allows is', async () => {
    const stage = await open(path, [...formFiles, 'fine.txt']);
    await stage.send(`${everyForm(stage.workspace)} and @fine.txt`);
    await stage.idle();
    expect(heard(stage, contentOf('fine.txt'))).toBe(true);
    expect(formFiles.filter(file => heard(stage, contentOf(file)))).toEqual([]);
    const denied = [...stage.cards.values()].map(
      card => `${(asString(card.input['file_path']) ?? '').slice(stage.workspace.length + 1)} ${card.state}`,
    );
    expect(denied.toSorted()).toEqual(formFiles.map(file => `${file} denied`).toSorted());
  });

  test('the same forms are read where nothing denies them, so that the test above says something', async () => {
    const allow: Judge = call => byName({ ...call, input: { file_path: 'fine' } });
    const stage = await open(path, formFiles, allow);
    await stage.send(everyForm(stage.workspace));
    await stage.idle();
    const read = formFiles.filter(file => heard(stage, contentOf(file)));
    expect(read.length).toBeGreaterThan(8);
  });

  test('what a rule asks about is a card: the message waits for it, and both answers are on record', async () => {
    const stage = await open(path, ['ask-one.txt', 'ask-two.txt']);
    const sent = stage.session.send('Compare @ask-one.txt with @ask-two.txt');
    await stage.until('two cards', () => stage.cards.size === 2);
    const [one = '', two = ''] = [...stage.cards.keys()];
    expect(stage.session.view.queue?.rows[0]?.standing).toBe('asks');
    stage.allow(one);
    await stage.card(one, 'decided');
    expect(stage.model.requests).toEqual([]);
    stage.deny(two);
    await sent;
    await stage.until('an answer', () => heard(stage, 'Compare') && stage.session.view.status.state === 'idle');
    expect([heard(stage, contentOf('ask-one.txt')), heard(stage, contentOf('ask-two.txt'))]).toEqual([true, false]);
    expect(stage.transcript.find(item => item.kind === 'user')).toMatchObject({
      text: 'Compare @ask-one.txt with `@ask-two.txt`',
    });
    const decided = (await stage.journal()).flatMap(({ record }) =>
      record.type === 'interaction_response' ? [`${record.choice} by ${record.by.kind}`] : [],
    );
    expect(decided).toEqual(['allow by person', 'deny by person']);
  });

  test('a stop while it is asked about sends nothing, and the message comes back as it was', async () => {
    const stage = await open(path, ['ask.txt']);
    const sent = stage.session.send('Read @ask.txt');
    await stage.until('the card', () => stage.cards.size === 1);
    await stage.session.interrupt();
    await sent;
    expect([...stage.cards.values()].map(card => card.state)).toEqual(['cancelled']);
    expect(stage.session.view.status.state).toBe('idle');
    expect(await stage.session.changeQueue({ type: 'take' })).toEqual([{ text: 'Read @ask.txt' }]);
    expect(stage.model.requests).toEqual([]);
  });

  test('a mention means a file of the session, wherever a command has taken Claude', async () => {
    const stage = await openStage({
      cli: path,
      turns: [[bash('cd', 'cd inner')], [{ text: 'There.' }], [{ text: 'Read.' }]],
      judge: byName,
      prepare: workspace => {
        mkdirSync(join(workspace, 'inner'));
        for (const file of ['top.txt', 'inner/deny.txt']) writeFileSync(join(workspace, file), `${contentOf(file)}\n`);
      },
    });
    await stage.send('Go there');
    await stage.idle();
    await stage.send('Compare @top.txt#L1 with @deny.txt');
    await stage.idle();
    expect([heard(stage, contentOf('top.txt')), heard(stage, contentOf('inner/deny.txt'))]).toEqual([true, false]);
  });
});
