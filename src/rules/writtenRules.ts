import type { Action } from '../core/call/ruleRef';
import { type PastCall, textOfCall } from '../core/journal/pastCalls';
import { serverOf } from '../core/rules';
import type { JournalCalls } from '../stores/journalCalls';
import type { SeenTools } from './seenTools';
import type { RuleTables } from './tables';

interface WrittenRulesOptions {
  readonly tables: RuleTables;
  readonly calls: JournalCalls;
  readonly seen: SeenTools;
}

const lookedAt = 2000;

/** What happened to rules that stand in files: for the editor in which a person writes them. */
export class WrittenRules {
  readonly #options: WrittenRulesOptions;

  constructor(options: WrittenRulesOptions) {
    this.#options = options;
  }

  /** The tools that are known here, past calls, the last one first, and how often each rule of a file decided. */
  async history() {
    const { tables, calls, seen } = this.#options;
    const past = (await calls.recent(lookedAt)).toReversed();
    return {
      tools: [...(await seen.load())],
      calls: past.map(({ tool, input, cwd, by }) => {
        return { tool, input, cwd, text: textOfCall(tool, input), asked: by?.kind === 'person' };
      }),
      uses: tables
        .rows(undefined)
        .flatMap(({ rule: { file, action, pattern }, hits: count, lastHit: last }) =>
          file === undefined || last === undefined ? [] : [{ file, action, pattern, count, last }],
        ),
    };
  }

  /** The MCP servers whose tools are known here. */
  async servers(): Promise<ReadonlySet<string>> {
    return new Set([...(await this.#options.seen.load())].flatMap(tool => serverOf(tool) ?? []));
  }

  /** The calls that a rule decided, the last one first. */
  async decidedBy(rule: { readonly action: Action; readonly pattern: string }): Promise<readonly PastCall[]> {
    const calls = await this.#options.calls.recent(lookedAt);
    return calls
      .filter(
        ({ by, choice }) =>
          by?.kind === 'rule' && by.rule === rule.pattern && (choice === undefined || choice === rule.action),
      )
      .toReversed();
  }
}
