// What the agent says of itself reaches the session, and what a person chooses reaches the model.
import { describe, expect, test } from 'vitest';
import { clis } from './clis';
import { openStage } from './stage';

describe.each(clis)('Claude Code $version', ({ path: cli, version }) => {
  test('says what it has before the first message, and what it uses after it', async () => {
    const stage = await openStage({ cli, turns: [[{ text: 'Hello.' }]] });
    const { about } = stage.session;
    await stage.session.prepare();
    await stage.until('its facts', () => about.facts.commands.length > 10 && about.use.model !== undefined);
    expect(about.facts.commands.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['compact', 'clear', 'context']),
    );
    expect(about.facts.models.find(({ value }) => value === 'default')).toMatchObject({
      name: expect.stringMatching(/^Default/),
    });
    expect(about.facts.account).toMatchObject({ provider: 'firstParty' });
    expect(stage.model.requests).toEqual([]);
    await stage.send();
    await stage.idle();
    await stage.until('what it used', () => (about.use.context?.window ?? 0) > 0 && about.use.cost !== undefined);
    expect(about.use.context?.tokens).toBeGreaterThan(1000);
    expect(about.facts.commands.map(({ name }) => name)).not.toContain('color');
    expect(stage.session.view.use).toEqual(about.use);
  });

  test('answers with the model and the effort that were chosen, also when it is started again', async () => {
    const stage = await openStage({ cli, turns: [[{ text: 'One.' }], [{ text: 'Two.' }], [{ text: 'Three.' }]] });
    const { about } = stage.session;
    await stage.session.prepare();
    await stage.until('its models', () => about.use.model !== undefined);
    await about.choose({ model: 'sonnet' });
    await about.choose({ effort: 'low' });
    expect(about.use).toMatchObject({ model: expect.stringContaining('sonnet'), effort: 'low' });
    await stage.send();
    await stage.idle();
    const body = (): Record<string, unknown> | undefined =>
      stage.model.requests.findLast(it => it.speaker === 'main')?.body;
    expect(body()).toMatchObject({ model: expect.stringContaining('sonnet'), output_config: { effort: 'low' } });
    await stage.session.restart();
    await stage.send();
    await stage.idle();
    expect(body()).toMatchObject({ model: expect.stringContaining('sonnet'), output_config: { effort: 'low' } });
    await expect(about.choose({ effort: 'nonsense' })).rejects.toThrow('was not taken');
    expect(about.use.effort).toBe('low');
  });

  test('says so when a model is not there, and stays with the old one', async () => {
    const stage = await openStage({ cli, turns: [[{ error: 'not_found_error' }]] });
    const { about } = stage.session;
    await stage.session.prepare();
    await stage.until('its models', () => about.use.model !== undefined);
    const before = about.use.model;
    const chosen = about.choose({ model: 'nonsense-9' });
    // The older one takes every name, so only names of its list are offered.
    if (version === '2.1.197') return chosen;
    // It asks the model for one word first, and the scripted one gives no answer that it understands.
    await expect(chosen).rejects.toThrow('validate model');
    expect(about.use.model).toBe(before);
    return undefined;
  });
});
