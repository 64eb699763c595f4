import { type Action, refKey, type RuleRef } from '../../src/core/call/ruleRef';
import type { RuleInput } from '../../src/core/call/ruleInput';
import type { WebviewRequests } from '../../src/core/protocol/requests';
import type { RuleTable } from '../../src/core/protocol/ruleRequests';
import type { HistoryOffer } from '../../src/core/ruleAdmin/offers';
import type { RulesChanged } from '../../src/core/ruleAdmin/changes';
import type { RuleOrigin, WritableScope } from '../../src/core/ruleAdmin/storedRule';
import type { NamedCall } from '../../src/core/journal/pastCalls';
import type { TeamView } from '../../src/core/ruleAdmin/team';
import type { Sentence } from '../../src/core/texts/sentence';
import { sentenceOf } from '../../src/core/texts/told';
import type { Chat } from '../state/chat';
import type { ToastContent } from '../ruleParts/toast';
import { everything, type Filter, type Sort } from './view';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Rules that are being written: what they begin with. */
export interface Seed {
  readonly rules: readonly RuleInput[];
  readonly by: RuleOrigin;
  /** The offer that these rules would settle. */
  readonly offer?: string;
}

/** A call to begin the test box with. */
export type TriedCall = Pick<NamedCall, 'tool' | 'input'>;

/** What stands beside the table. */
type Pane =
  | { readonly kind: 'none' }
  | { readonly kind: 'rule' }
  | { readonly kind: 'add'; readonly seed: Seed; readonly times: number }
  | { readonly kind: 'test'; readonly call?: TriedCall; readonly times?: number }
  /** Rules of which others get to know where they go; without a scope they are removed. */
  | { readonly kind: 'move'; readonly keys: ReadonlySet<string>; readonly to?: WritableScope };

/** What a person has changed of a rule and not saved. */
export interface RuleEditing {
  readonly action: Action;
  readonly pattern: string;
  readonly description: string;
  readonly scope: WritableScope;
  /** `keep`: as it is. */
  readonly life: string;
}

export interface PanelState {
  readonly table: RuleTable | undefined;
  readonly offers: readonly HistoryOffer[];
  /** Those with whom rules are shared. */
  readonly team: TeamView | undefined;
  /** Why the last request failed. */
  readonly trouble: Sentence | undefined;
  readonly toast: ToastContent | undefined;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly grouped: boolean;
  readonly folded: ReadonlySet<string>;
  /** The line that the keyboard is on. */
  readonly active: string | undefined;
  /** Rules that are ticked. */
  readonly ticked: ReadonlySet<string>;
  readonly pane: Pane;
  readonly editing: ReadonlyMap<string, RuleEditing>;
}

const start: PanelState = {
  table: undefined,
  offers: [],
  team: undefined,
  trouble: undefined,
  toast: undefined,
  filter: everything,
  sort: { by: 'pattern', down: false },
  grouped: true,
  folded: new Set(),
  active: undefined,
  ticked: new Set(),
  pane: { kind: 'none' },
  editing: new Map(),
};

type ChangeMethod =
  | 'permissionRules/add'
  | 'permissionRules/update'
  | 'permissionRules/move'
  | 'permissionRules/delete'
  | 'rules/undo'
  | 'rules/redo';

export interface Panel {
  readonly store: StoreApi<PanelState>;
  readonly set: (part: Partial<PanelState>) => void;
  /** Asks for the table anew; of several answers the one to the last question counts. */
  readonly refresh: () => Promise<void>;
  readonly refreshOffers: () => Promise<void>;
  readonly refreshTeam: () => Promise<void>;
  /** Changes rules. A failure is told above the table; then nothing is returned. */
  readonly change: <M extends ChangeMethod>(
    method: M,
    params: WebviewRequests[M]['params'],
  ) => Promise<RulesChanged | undefined>;
  /** A request of which only a failure is of interest. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
  readonly dismiss: (offer: string) => Promise<void>;
  readonly say: (message: string, actions: ToastContent['actions']) => void;
  readonly add: (seed: Seed) => void;
  /** Opens the test box with a call in it. */
  readonly tryOn: (call: TriedCall) => void;
  /** Goes to a rule, past filters and folded groups that hide it. */
  readonly reveal: (rule: RuleRef) => void;
}

export function createPanel(chat: Chat): Panel {
  const store = createStore<PanelState>(() => start);
  const fetching = fetchesOf(chat, store);
  return {
    store,
    set: part => store.setState(part),
    ...fetching,
    ...changesOf(chat, store, fetching.refresh),
    ...waysOf(store),
  };
}

function fetchesOf(chat: Chat, store: StoreApi<PanelState>): Pick<Panel, 'refresh' | 'refreshOffers' | 'refreshTeam'> {
  let asked = 0;
  return {
    async refresh() {
      asked += 1;
      const mine = asked;
      const { activeSessionId: sessionId } = chat.store.getState().chat;
      try {
        const table = await chat.host.request('permissionRules/list', sessionId === undefined ? {} : { sessionId });
        if (mine === asked) store.setState(withTable(store.getState(), table));
      } catch (error) {
        store.setState(troubled(error));
      }
    },
    async refreshTeam() {
      try {
        store.setState({ team: (await chat.host.request('rules/team', {})).team });
      } catch (error) {
        store.setState(troubled(error));
      }
    },
    async refreshOffers() {
      try {
        store.setState({ offers: (await chat.host.request('rules/offers', {})).offers });
      } catch (error) {
        store.setState(troubled(error));
      }
    },
  };
}

function changesOf(
  chat: Chat,
  store: StoreApi<PanelState>,
  refresh: () => Promise<void>,
): Pick<Panel, 'change' | 'attempt' | 'dismiss'> {
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    store.setState({ trouble: undefined });
    try {
      await work();
    } catch (error) {
      store.setState(troubled(error));
    }
  }

  return {
    attempt,
    async change(method, params) {
      store.setState({ trouble: undefined });
      try {
        // Each of these methods answers with what has changed.
        const changed: RulesChanged = await chat.host.request(method, params);
        await refresh();
        return changed;
      } catch (error) {
        store.setState(troubled(error));
        return undefined;
      }
    },
    dismiss: key =>
      attempt(async () => {
        await chat.host.request('rules/dismiss', { key });
        store.setState({ offers: store.getState().offers.filter(offer => offer.key !== key) });
      }),
  };
}

/** What leads a person about the panel. */
function waysOf(store: StoreApi<PanelState>): Pick<Panel, 'say' | 'add' | 'tryOn' | 'reveal'> {
  let times = 0;
  return {
    say(message, actions) {
      times += 1;
      store.setState({ toast: { id: times, message, actions } });
    },
    add(seed) {
      times += 1;
      store.setState({ pane: { kind: 'add', seed, times } });
    },
    tryOn(call) {
      times += 1;
      store.setState({ pane: { kind: 'test', call, times } });
    },
    reveal(rule) {
      const key = refKey(rule);
      const tool = store.getState().table?.rules.find(row => refKey(row.ref) === key)?.toolName;
      const folded = new Set(store.getState().folded);
      if (tool !== undefined) folded.delete(tool);
      store.setState({ active: key, pane: { kind: 'rule' }, filter: everything, folded });
    },
  };
}

function troubled(error: unknown): Pick<PanelState, 'trouble'> {
  return { trouble: sentenceOf(error) };
}

/** A rule that is gone is not ticked, edited or looked at any more. */
function withTable(state: PanelState, table: RuleTable): Partial<PanelState> {
  const keys = new Set(table.rules.map(row => refKey(row.ref)));
  const { pane, active } = state;
  const lost = pane.kind === 'rule' && state.table !== undefined && (active === undefined || !keys.has(active));
  return {
    table,
    ticked: new Set([...state.ticked].filter(key => keys.has(key))),
    editing: new Map([...state.editing].filter(([key]) => keys.has(key))),
    ...(lost ? { pane: { kind: 'none' } as const } : {}),
  };
}
