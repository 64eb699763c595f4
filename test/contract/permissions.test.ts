// Claude Code suggests rules and modes with its asks. Nothing of that is taken unless a person ticked that very row.
import { quoted } from '../../src/core/texts/sentence';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { expect } from '../support/inWords';
import type { Judge } from '../../src/core/call/judgement';
import { bash } from './calls';
import { clis } from './clis';
import { openStage } from './stage';

const leaveItToTheAgent: Judge = () => ({
  verdict: { decision: 'ask', readOnly: false, always: false },
  risk: 'low',
  riskSentence: quoted(''),
  because: [],
});

describe.each(clis)('Claude Code $version', ({ path: cli }) => {
  test('an allow changes nothing but this call; a ticked rule is kept, and its neighbours are not', async () => {
    const stage = await openStage({
      cli,
      mediation: 'native',
      fromRepository: 'all',
      judge: leaveItToTheAgent,
      turns: [
        [bash('plain', 'touch one.txt')],
        [bash('ticked', 'touch one.txt')],
        [bash('again', 'touch two.txt')],
        [{ text: 'Done.' }],
      ],
    });
    const settings = join(stage.workspace, '.claude', 'settings.local.json');
    await stage.send();
    const { suggestions } = (await stage.asked('plain')).details;
    expect(suggestions.map(suggestion => suggestion['type'])).toEqual(expect.arrayContaining(['addRules', 'setMode']));
    stage.allow('plain');
    const ticked = await stage.asked('ticked');
    expect(existsSync(settings)).toBe(false);
    expect(() =>
      stage.allow('ticked', { suggestions: [{ type: 'setMode', mode: 'bypassPermissions', destination: 'session' }] }),
    ).toThrow('The agent did not suggest what was ticked.');
    const rules = ticked.details.suggestions.filter(suggestion => suggestion['type'] === 'addRules');
    stage.allow('ticked', { suggestions: rules });
    await stage.asked('again');
    stage.allow('again');
    await stage.idle();
    expect(stage.session.view.mode).toBe('default');
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ permissions: { allow: ['Bash(touch one.txt)'] } });
    const decisions = (await stage.journal()).flatMap(({ record }) =>
      record.type === 'interaction_response' ? [record.permissions] : [],
    );
    expect(decisions).toEqual([undefined, rules, undefined]);
  });
});
