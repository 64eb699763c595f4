import { type Action, refKey, type RuleRef } from '../../src/core/call/ruleRef';
import type { RuleInput } from '../../src/core/call/ruleInput';
import type { WebviewRequests } from '../../src/core/protocol/requests';
import type { RuleTable } from '../../src/core/protocol/ruleRequests';
import type { HistoryOffer } from '../../src/core/ruleAdmin/offers';
import type { RulesChanged } from '../../src/core/ruleAdmin/changes';
import type { RuleOrigin, WritableScope } from '../../src/core/ruleAdmin/storedRule';
import type { Chat } from '../state/chatStore';
import type { ToastContent } from './toast';
import { everything, type Filter, type Sort } from './view';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { messageOf } from '../../src/core/base/messageOf';

/** Rules that are being written: what they begin with. */
export interface Seed {
  readonly rules: readonly RuleInput[];
  readonly by: RuleOrigin;
  /** The offer that these rules would settle. */
  readonly offer?: string;
}

/** What stands beside the table. */
type Pane =
  | { readonly kind: 'none' }
  | { readonly kind: 'rule' }
  | { readonly kind: 'add'; readonly seed: Seed; readonly times: number }
  | { readonly kind: 'test' }
  /** Rules that are to go into the file that everybody shares. */
  | { readonly kind: 'move'; readonly keys: ReadonlySet<string> };

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
  /** Why the last request failed. */
  readonly trouble: string | undefined;
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
  /** Goes to a rule, past filters and folded groups that hide it. */
  readonly reveal: (rule: RuleRef) => void;
}

export function createPanel(chat: Chat): Panel {
  const store = createStore<PanelState>(() => start);
  const set = (part: Partial<PanelState>): void => store.setState(part);
  const fail = (error: unknown): void => set({ trouble: messageOf(error) });
  let asked = 0;
  let times = 0;

  async function refresh(): Promise<void> {
    asked += 1;
    const mine = asked;
    const { activeSessionId: sessionId } = chat.store.getState().chat;
    try {
      const table = await chat.host.request('permissionRules/list', sessionId === undefined ? {} : { sessionId });
      if (mine === asked) set(withTable(store.getState(), table));
    } catch (error) {
      fail(error);
    }
  }

  async function refreshOffers(): Promise<void> {
    try {
      set({ offers: (await chat.host.request('rules/offers', {})).offers });
    } catch (error) {
      fail(error);
    }
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    set({ trouble: undefined });
    try {
      await work();
    } catch (error) {
      fail(error);
    }
  }

  return {
    store,
    set,
    refresh,
    refreshOffers,
    attempt,
    async change(method, params) {
      set({ trouble: undefined });
      try {
        // Each of these methods answers with what has changed.
        const changed: RulesChanged = await chat.host.request(method, params);
        await refresh();
        return changed;
      } catch (error) {
        fail(error);
        return undefined;
      }
    },
    dismiss: key =>
      attempt(async () => {
        await chat.host.request('rules/dismiss', { key });
        set({ offers: store.getState().offers.filter(offer => offer.key !== key) });
      }),
    say(message, actions) {
      times += 1;
      set({ toast: { id: times, message, actions } });
    },
    add(seed) {
      times += 1;
      set({ pane: { kind: 'add', seed, times } });
    },
    reveal(rule) {
      const key = refKey(rule);
      const tool = store.getState().table?.rules.find(row => refKey(row.ref) === key)?.toolName;
      const folded = new Set(store.getState().folded);
      if (tool !== undefined) folded.delete(tool);
      set({ active: key, pane: { kind: 'rule' }, filter: everything, folded });
    },
  };
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
