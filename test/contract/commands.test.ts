// Each command that the chat lists after a slash does something when it is sent.
import { describe, expect, test } from 'vitest';
import { commandsFor } from '../../webview-ui/composer/places';
import { clis } from './clis';
import { openStage } from './stage';

const deadEnd = /(?:isn't|not) available|Unknown (?:command|skill)/;

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('no command that is listed is a dead end', { timeout: 300_000 }, async () => {
    const stage = await openStage({ cli, turns: [] });
    await stage.send('Hi');
    await stage.idle();
    const listed = commandsFor(stage.session.about.facts.commands, '');
    // The others lead to places of our own.
    const theirs = listed.filter(({ description }) => typeof description === 'string').map(({ name }) => name);
    expect(theirs).toEqual(expect.arrayContaining(['compact', 'clear', 'context', 'init']));
    expect(theirs.filter(name => !/^[a-z]/.test(name))).toEqual([]);
    const dead: string[] = [];
    for (const name of theirs) {
      const before = stage.session.transcript.length;
      await stage.send(`/${name}`);
      await stage.idle();
      if (deadEnd.test(JSON.stringify(stage.session.transcript.slice(before)))) dead.push(name);
    }
    expect(dead).toEqual([]);
  });
});
