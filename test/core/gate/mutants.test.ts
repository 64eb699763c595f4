import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { histories } from '../support/gateHistories';
import { type Step, Violation } from '../support/gateLedger';

/** A bug, planted in one place of the source. */
interface Mutant {
  readonly bug: string;
  readonly file: 'step.ts' | 'asking.ts' | 'draft.ts' | 'endings.ts' | 'release.ts' | 'sameWanted.ts' | 'state.ts';
  readonly from: string;
  readonly to: string;
}

const mutants: readonly Mutant[] = [
  {
    bug: 'leaves an ask under a used id without an answer where its call runs',
    file: 'asking.ts',
    from: "if (beside) draft.effects.push({ type: 'answer', toolCallId, askId, decision: sharedId });",
    to: 'if (beside) {}',
  },
  {
    bug: 'takes another input under a used id for an echo',
    file: 'asking.ts',
    from: 'if (known && before && isEcho(before, call, known.phase)) return;',
    to: 'if (before) return;',
  },
  {
    bug: 'answers before the decision is on the disk',
    file: 'release.ts',
    from: "if (!decision || gated.phase.status === 'decided' || !mayAnswer(draft, gated)) continue;",
    to: 'if (!decision || !mayAnswer(draft, gated)) continue;',
  },
  {
    bug: 'answers the hook before the deny is on the disk',
    file: 'release.ts',
    from: "if (!decision || gated.phase.status === 'decided') continue;",
    to: 'if (!decision) continue;',
  },
  {
    bug: 'opens before the message is complete',
    file: 'state.ts',
    from: 'return complete && unsettled === 0;',
    to: 'return unsettled === 0;',
  },
  {
    bug: 'opens before the siblings are decided',
    file: 'state.ts',
    from: 'return complete && unsettled === 0;',
    to: 'return complete;',
  },
  {
    bug: 'answers an ask again with every step',
    file: 'release.ts',
    from: "ask.state === 'open' ? { ...ask, state: 'answered' as const } : ask",
    to: 'ask',
  },
  {
    bug: 'takes the last click instead of the first',
    file: 'step.ts',
    from: 'if (waitingCall(draft.state, event.toolCallId, event.revision).ok) draft.decide(event.toolCallId, event.decision);',
    to: 'if (draft.find(event.toolCallId)) draft.decide(event.toolCallId, event.decision);',
  },
  {
    bug: 'takes a decision on an input that is no longer shown',
    file: 'step.ts',
    from: 'return gated.revision === revision\n',
    to: 'return gated.revision >= revision\n',
  },
  {
    bug: 'sends a decision to an ask for another input',
    file: 'sameWanted.ts',
    from: 'return sameName && sameInput(shown.input, asked.input);',
    to: 'return sameName;',
  },
  {
    bug: 'answers an ask for something else with what was shown last',
    file: 'release.ts',
    from: 'sameWanted(what, call.what) ? decision : sharedId',
    to: 'sameWanted(what, what) ? decision : sharedId',
  },
  {
    bug: 'takes an ask that comes again after it was withdrawn for an echo',
    file: 'asking.ts',
    from: "!listed && state === 'cancelled' && ",
    to: "!listed && state === 'open' && ",
  },
  {
    bug: 'believes the record of an older decision',
    file: 'step.ts',
    from: "gated.phase.status === 'decided' && gated.phase.number === number",
    to: "gated.phase.status === 'decided'",
  },
  {
    bug: 'keeps an allow that could not be recorded',
    file: 'step.ts',
    from: "draft.setPhase(gated, { status: 'recorded', decision, problem: reason });",
    to: "draft.setPhase(gated, { status: 'recorded', decision: gated.phase.decision, problem: reason });",
  },
  {
    bug: 'lets a held allow stand against a new deny of the rules',
    file: 'step.ts',
    from: "if (verdict.decision === 'deny') draft.byVerdict(toolCallId, verdict);",
    to: "if (verdict.decision === 'deny') return;",
  },
  {
    bug: 'brings a card back for a process that is gone',
    file: 'endings.ts',
    from: '  draft.forgetAsks(withdrawn);\n',
    to: '',
  },
  {
    bug: 'takes a deny for given that is not on the disk yet',
    file: 'endings.ts',
    from: "phase.status === 'decided' ? undefined : decisionOf(phase)",
    to: 'decisionOf(phase)',
  },
  {
    bug: 'forgets that the rules came to deny what is asked for again',
    file: 'asking.ts',
    from: "(newWarning || verdict.decision === 'deny')",
    to: 'newWarning',
  },
  {
    bug: 'gives the answer of one call to another that is asked for under its id',
    file: 'asking.ts',
    from: 'if (holders.length > 0) return',
    to: 'if (holders.length > 100) return',
  },
  {
    bug: 'asks a person again for a call whose answer another one would take',
    file: 'draft.ts',
    from: "if (gated.asks.some(ask => ask.shared && ask.state === 'open')) return",
    to: 'if (gated.asks.length > 100) return',
  },
  {
    bug: 'takes a call for lost of which something was found out',
    file: 'endings.ts',
    from: "gated.phase.status === 'lost' ? { ...gated",
    to: "gated.phase.status !== 'waiting' ? { ...gated",
  },
  {
    bug: 'still answers an ask that was withdrawn',
    file: 'endings.ts',
    from: "const gated = withAsk(before, askId, 'cancelled');",
    to: 'const gated = before;',
  },
  {
    bug: 'says nothing of a call that ran without an answer',
    file: 'endings.ts',
    from: "    draft.effects.push({ type: 'notify', toolCallId, what: { kind: 'ranUnasked' } });\n",
    to: '',
  },
  {
    bug: 'never forgets a call that is over',
    file: 'draft.ts',
    from: 'for (const id of this.batch(batchId)?.calls ?? []) {',
    to: 'for (const id of (this.batch(batchId)?.calls ?? []).slice(1)) {',
  },
  {
    bug: 'loses count of what waits',
    file: 'draft.ts',
    from: ' - count(open && isWaiting(open))',
    to: '',
  },
  {
    bug: 'loses count of what runs',
    file: 'draft.ts',
    from: " - count(open?.phase.status === 'running')",
    to: '',
  },
  {
    bug: 'forgets which call an ask belongs to',
    file: 'draft.ts',
    from: 'if (is.has(id)) continue;',
    to: '',
  },
  {
    bug: 'changes the state it was given',
    file: 'draft.ts',
    from: 'calls: open ? batch.calls : [...batch.calls, toolCallId],',
    to: 'calls: open ? batch.calls : ((batch.calls as string[]).push(toolCallId), batch.calls),',
  },
];

const gate = join(import.meta.dirname, '../../../src/core/gate');

describe('the random histories', () => {
  test('find nothing in the gate as it is, compiled in the same way', { timeout: 240_000 }, async () => {
    expect(histories(await compiled(undefined), 1, 500)['allow by person']).toBeGreaterThan(0);
  });

  test.each(mutants)('find a gate that $bug', { timeout: 240_000 }, async mutant => {
    const step = await compiled(mutant);
    // A mutant that merely does not work would be no proof that anything is checked.
    expect(() => histories(step, 1, 5000)).toThrow(expect.objectContaining({ cause: expect.any(Violation) }));
  });

  test('are told when a bug can no longer be planted', async () => {
    const gone: Mutant = { bug: 'is gone', file: 'step.ts', from: 'text that is not there', to: '' };
    await expect(compiled(gone)).rejects.toThrow('cannot be planted');
  });
});

async function compiled(mutant: Mutant | undefined): Promise<Step> {
  const planted = mutant ? await plant(mutant) : '';
  const plugin: Plugin = {
    name: 'mutant',
    setup(building) {
      building.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        mutant && path === join(gate, mutant.file) ? { contents: planted, loader: 'ts' } : undefined,
      );
    },
  };
  const { outputFiles } = await build({
    entryPoints: [join(gate, 'step.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'mutant',
    plugins: [plugin],
  });
  return runInThisContext(`(() => { ${outputFiles[0]?.text ?? ''}; return mutant.step; })()`);
}

async function plant({ bug, file, from, to }: Mutant): Promise<string> {
  const source = await readFile(join(gate, file), 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`The bug "${bug}" cannot be planted: ${file} does not have its place exactly once.`);
  return source.replace(from, () => to);
}
