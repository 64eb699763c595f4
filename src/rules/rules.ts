import type { WritableScope } from '../core/ruleAdmin/writableScopes';
import type { JournalCalls } from '../stores/journalCalls';
import type { RuleMemory } from '../stores/ruleMemory';
import { RuleEditor } from './editor';
import { HistoryOffers } from './historyOffers';
import { RuleHits } from './hits';
import { RuleJudge, type RuleJudgeOptions } from './judge';
import { RuleMaking } from './making';
import { WrittenRules } from './writtenRules';
import { SeenTools } from './seenTools';
import { RuleTables } from './tables';
import { RuleTrials } from './trials';

interface RulesOptions extends RuleJudgeOptions {
  readonly memory: RuleMemory;
  readonly calls: JournalCalls;
  /** Names of tools that the agents of this window say that they have. */
  readonly shownTools?: () => Iterable<string>;
  /** Whether an allow rule that is made here in the file of the repository would count. */
  readonly projectTakesAllows: () => boolean;
  /** Names the folder of this window where rules are counted. */
  readonly folderKey: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** Rules have changed, here or elsewhere: what waits is to be judged again. */
  readonly onChange: () => void;
}

/** What is done with the rules of a window, by subject. */
export interface Rules {
  readonly judge: RuleJudge;
  readonly editor: RuleEditor;
  readonly making: RuleMaking;
  readonly tables: RuleTables;
  readonly trials: RuleTrials;
  readonly offers: HistoryOffers;
  readonly hits: RuleHits;
  /** What happened here, for whoever writes rules as text. */
  readonly written: WrittenRules;
}

export function openRules(options: RulesOptions): Rules {
  const { memory, calls, projectTakesAllows, now } = options;
  const judge = new RuleJudge(options);
  const { scopes } = judge;
  const editor = new RuleEditor({ ...options, scopes });
  const hits = new RuleHits(options);
  const common = {
    takesAllows: (scope: string) => scope !== 'project' || scopes.projectAllows || projectTakesAllows(),
    lastScope: () => memory.lastScope,
    now,
  };
  const seen = new SeenTools(calls, options.shownTools);
  const tables = new RuleTables({
    ...common,
    scopes,
    hits,
    history: () => editor.history,
    workspace: options.workspace,
    seenTools: at => seen.list(at),
  });
  const offersScope = (scope: WritableScope): boolean =>
    scope === 'team' ? scopes.team?.now()?.readOnly === false : scope !== 'project' || projectTakesAllows();
  return {
    judge,
    editor,
    making: new RuleMaking(editor, memory),
    tables,
    trials: new RuleTrials({ ...common, judge, calls, offersScope }),
    offers: new HistoryOffers({ judge, tables, memory, calls, now }),
    hits,
    written: new WrittenRules({ tables, calls, seen }),
  };
}
