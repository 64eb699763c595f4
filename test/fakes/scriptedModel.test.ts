import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parseScenario } from './scenario.mjs';
import { startScriptedModel, type ScriptedModel } from './scriptedModel.mjs';

const tools = [{ name: 'Bash' }];
let model: ScriptedModel;
afterEach(() => model.close());

async function play(scenario: object, requestsDir?: string): Promise<void> {
  model = await startScriptedModel({ scenario: parseScenario(scenario), workspace: '/w', requestsDir, paceMs: 0 });
}

function ask(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${model.url}/v1/messages?beta=true`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The text of an answer, put together again from its stream. */
async function textOf(answer: Promise<Response>): Promise<string> {
  const stream = await (await answer).text();
  return [...stream.matchAll(/"text_delta","text":("(?:[^"\\]|\\.)*")/g)]
    .map(([, text]) => JSON.parse(text ?? '""'))
    .join('');
}

describe('the scripted model', () => {
  test('gives each request of the conversation the next turn, and then says Done.', async () => {
    await play({ turns: [[{ text: 'one' }], [{ text: 'two' }]] });
    expect(await textOf(ask({ tools }))).toBe('one');
    expect(await textOf(ask({ tools }))).toBe('two');
    expect(await textOf(ask({ tools }))).toBe('Done.');
    expect(await textOf(ask({ tools }))).toBe('Done.');
  });

  test('answers a request without tools without taking a turn', async () => {
    await play({ turns: [[{ text: 'one' }]] });
    expect(await textOf(ask({ messages: [] }))).toBe('A scripted conversation');
    expect(await textOf(ask({ tools: [] }))).toBe('A scripted conversation');
    expect(await textOf(ask({ tools }))).toBe('one');
  });

  test('lets a subagent play its own turns, by a text in its prompt', async () => {
    await play({ turns: [[{ text: 'main' }]], agents: { 'count files': [[{ text: 'counting' }]] } });
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Please count files.' }] }];
    const agent = { 'x-claude-code-agent-id': 'a1' };
    expect(await textOf(ask({ tools, messages }, agent))).toBe('counting');
    expect(await textOf(ask({ tools, messages }, agent))).toBe('Done.');
    expect(await textOf(ask({ tools, messages: [{ role: 'user', content: 'other' }] }, agent))).toBe('Done.');
    expect(await textOf(ask({ tools, messages }))).toBe('main');
    expect(model.requests.map(request => request.speaker)).toEqual(['agent', 'agent', 'agent', 'main']);
  });

  test('starts over where the scenario repeats', async () => {
    await play({ turns: [[{ text: 'one' }], [{ text: 'two' }]], repeat: true });
    expect([await textOf(ask({ tools })), await textOf(ask({ tools })), await textOf(ask({ tools }))]).toEqual([
      'one',
      'two',
      'one',
    ]);
  });

  test('streams a text in pieces that give exactly the text', async () => {
    const text = 'Größe 😀 "quoted" \\ back\n'.repeat(300);
    await play({ turns: [[{ text }]] });
    expect(await textOf(ask({ tools }))).toBe(text);
  });

  test('streams a tool call with the workspace filled in and the id that was given', async () => {
    await play({ turns: [[{ tool: 'Read', input: { file_path: '$WORKSPACE/a' }, id: 'toolu_mine' }]] });
    const stream = await (await ask({ tools })).text();
    const json = [...stream.matchAll(/"partial_json":("(?:[^"\\]|\\.)*")/g)].map(([, part]) =>
      JSON.parse(part ?? '""'),
    );
    expect(JSON.parse(json.join(''))).toEqual({ file_path: '/w/a' });
    expect(stream).toContain('"id":"toolu_mine","name":"Read"');
    expect(stream).toContain('"stop_reason":"tool_use"');
  });

  test.each([
    ['overloaded_error', 529],
    ['rate_limit_error', 429],
    ['api_error', 500],
  ])('answers %s at the start of a turn with status %i', async (error, status) => {
    await play({ turns: [[{ error }], [{ text: 'after' }]] });
    const answer = await ask({ tools });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ type: 'error', error: { type: error } });
    expect(await textOf(ask({ tools }))).toBe('after');
  });

  test('ends the stream with an error event where the error comes later', async () => {
    await play({ turns: [[{ text: 'half' }, { error: 'overloaded_error' }]] });
    const answer = await ask({ tools });
    expect(answer.status).toBe(200);
    const stream = await answer.text();
    expect(stream).toMatch(/event: error\ndata: .*overloaded_error/);
    expect(stream).not.toContain('message_stop');
  });

  test('waits where the scenario says so', async () => {
    await play({ turns: [[{ waitMs: 200 }, { text: 'late' }]] });
    const started = performance.now();
    expect(await textOf(ask({ tools }))).toBe('late');
    expect(performance.now() - started).toBeGreaterThanOrEqual(195);
  });

  test('keeps every request as a numbered file', async () => {
    const dir = join(mkdtempSync(join(tmpdir(), 'latch-model-')), 'requests');
    await play({ turns: [] }, dir);
    await textOf(ask({ tools, messages: [{ role: 'user', content: 'hi' }] }));
    await textOf(ask({ tools: [] }));
    expect(readdirSync(dir)).toEqual(['001.json', '002.json']);
    expect(JSON.parse(readFileSync(join(dir, '001.json'), 'utf8'))).toEqual({
      tools,
      messages: [{ role: 'user', content: 'hi' }],
    });
  });

  test('answers what the CLI asks besides: a probe, a count, and nonsense', async () => {
    await play({ turns: [] });
    expect((await fetch(model.url, { method: 'HEAD' })).status).toBe(200);
    const count = await fetch(`${model.url}/v1/messages/count_tokens`, { method: 'POST', body: '{}' });
    expect(await count.json()).toEqual({ input_tokens: 1 });
    expect((await fetch(`${model.url}/v1/messages`, { method: 'POST', body: 'not json' })).status).toBe(400);
    expect((await fetch(`${model.url}/v1/other`, { method: 'POST', body: '{}' })).status).toBe(404);
    expect(model.requests).toEqual([]);
  });
});
