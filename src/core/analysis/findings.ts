import { isObject, type JsonObject } from '../base/json';
import type { RuleInput } from '../call/ruleInput';
import type { Scope } from '../call/ruleRef';
import {
  failedExamples,
  knownTools,
  parseRule,
  type Rule,
  serverOf,
  twoUnderscores,
  weaknesses,
  type WeighedBefore,
} from '../rules';
import { inOne, say, type Sentence } from '../texts/sentence';
import { type DiskFacts, placeOfPattern } from './disk';
import type { RuleFinding } from './finding';
import { neverAHost } from './hosts';
import { sampleVerdict } from './sample';
import { nearest } from './spelling';

/** A rule with where it stands and what stands beside it. */
export interface PlacedRule extends RuleInput {
  readonly scope: Scope;
  readonly root: string;
  readonly file?: string;
  readonly line?: number;
  /** What else stands at the rule in its file. */
  readonly beside?: JsonObject;
}

export interface AnalysisFacts {
  readonly now: number;
  /** Names of tools that an agent had here, beside those that are known everywhere. */
  readonly tools?: Iterable<string>;
  /** Without it nothing is said of what lies on the disk. */
  readonly disk?: DiskFacts;
  /** What was found before and is not to be found anew. */
  readonly memo?: AnalysisMemo;
  /** So many rules are tried on a sample of theirs; the others are left for the next time, and it is told. */
  readonly tries?: { left: number; missed: boolean };
}

/** What is found of a rule by itself, by all that it depends on: of thousands of rules an edit changes one. */
export interface AnalysisMemo {
  readonly weighed: WeighedBefore;
  readonly samples: Map<string, readonly Told[]>;
  readonly examples: Map<string, readonly Told[]>;
}

export function newMemo(): AnalysisMemo {
  return { weighed: new Map(), samples: new Map(), examples: new Map() };
}

const mostKnown = 50_000;

function known(
  memo: Map<string, readonly Told[]>,
  rule: PlacedRule,
  find: () => readonly Told[],
  tries?: { left: number; missed: boolean },
): readonly Told[] {
  const { action, pattern, root, beside } = rule;
  const key = JSON.stringify([action, pattern, root, beside?.['examples']]);
  const before = memo.get(key);
  if (before) return before;
  if (tries && (tries.left -= 1) < 0) {
    tries.missed = true;
    return [];
  }
  if (memo.size >= mostKnown) memo.clear();
  const found = find();
  memo.set(key, found);
  return found;
}

/** All there is to say of rules, each weighed against the others, in the order of the list. */
export function findingsOf(rules: readonly PlacedRule[], facts: AnalysisFacts): readonly RuleFinding[] {
  const { memo = newMemo() } = facts;
  const seen = toolsOf(facts.tools);
  const weak = weakFindings(rules, facts.now, memo.weighed);
  return rules.flatMap((rule, place) => {
    const parsed = parseRule(rule.pattern, rule.action);
    const ofOthers = weak[place] ?? [];
    const own =
      'error' in parsed
        ? invalid(rule, parsed.error)
        : [
            ...ofParsed(rule, parsed.rule, facts.disk),
            // What never decides, or is too broad anyway, is not told of twice.
            ...(ofOthers.length > 0 ? [] : known(memo.samples, rule, () => ofSample(rule, parsed.rule), facts.tries)),
            ...(rule.beside?.['examples'] === undefined ? [] : known(memo.examples, rule, () => failed(rule))),
          ];
    const all: readonly Told[] = [...unknownTool(rule, seen), ...own, ...ofOthers, ...strangeKeys(rule.beside)];
    return all.map(finding => at(place, finding));
  });
}

type Told = Omit<RuleFinding, 'place'>;

function at(place: number, finding: Told): RuleFinding {
  return { ...finding, place };
}

interface SeenTools {
  readonly tools: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
}

function toolsOf(seen: Iterable<string> = []): SeenTools {
  const tools = new Set([...knownTools, ...seen]);
  return { tools, servers: new Set([...tools].flatMap(tool => serverOf(tool) ?? [])) };
}

function invalid(
  { pattern, action }: PlacedRule,
  error: { readonly at: number; readonly message: Sentence; readonly suggestion?: string },
): readonly Told[] {
  const { suggestion: better, message: problem } = error;
  const blank = pattern.length - pattern.trimStart().length;
  return [
    {
      kind: 'invalid',
      reason: problemOf(problem, better, action === 'allow'),
      part: { of: 'pattern', at: Math.min(blank + Math.max(error.at, 0), pattern.length) },
      ...(better === undefined || better.includes('…') ? {} : { better }),
    },
  ];
}

/** What is wrong with a pattern, and what comes of it. */
export function problemOf(problem: Sentence, better: string | undefined, allows: boolean): Sentence {
  if (better === undefined)
    return allows
      ? say('{problem}. This allow rule is ignored.', { problem })
      : say('{problem}. Until it is corrected, its tool asks.', { problem });
  return allows
    ? say('{problem}. Did you mean {better}? This allow rule is ignored.', { problem, better })
    : say('{problem}. Did you mean {better}? Until it is corrected, its tool asks.', { problem, better });
}

function unknownTool({ pattern }: PlacedRule, { tools, servers }: SeenTools): readonly Told[] {
  const [, blank = '', tool = '', rest = ''] = /^(\s*)([A-Za-z_][\w.:-]*)(.*)$/s.exec(pattern) ?? [];
  if (tool === '' || (rest !== '' && !rest.startsWith('(')) || tools.has(tool)) return [];
  const part = { of: 'pattern', at: blank.length } as const;
  if (tool.startsWith('mcp__')) {
    const better = twoUnderscores(tool, servers);
    if (better === undefined || servers.has(tool.slice('mcp__'.length))) return [];
    const reason = say('Two underscores part the server from its tool: did you mean {better}?', { better });
    return [{ kind: 'unknownTool', reason, part, better: `${better}${rest}` }];
  }
  const better = nearest(tool, tools);
  const reason =
    better === undefined
      ? say('No tool that is known here is called {tool}.', { tool })
      : say('No tool that is known here is called {tool}: did you mean {better}?', { tool, better });
  return [{ kind: 'unknownTool', reason, part, ...(better === undefined ? {} : { better: `${better}${rest}` }) }];
}

function ofParsed(rule: PlacedRule, parsed: Rule, disk: DiskFacts | undefined): readonly Told[] {
  if (parsed.kind === 'domain') {
    const reason = neverAHost(parsed.host);
    return reason === undefined ? [] : [{ kind: 'host', reason }];
  }
  // A rule of the person is for every folder, and what forbids a name anywhere waits for it to come.
  if (parsed.kind !== 'path' || !disk || rule.scope === 'user') return [];
  const found = placeOfPattern(parsed.pattern, rule.root, disk);
  if (found === 'outside')
    return [{ kind: 'outside', reason: say('It reaches outside of the folder that is open here.') }];
  if (found === 'there' || (parsed.pattern.anchor === 'anywhere' && rule.action !== 'allow')) return [];
  return [{ kind: 'nothingThere', reason: say('No file here is named so.') }];
}

/** An allow rule is tried on the very call that it names: what asks all the same never helps, what harms is told. */
function ofSample(rule: PlacedRule, parsed: Rule): readonly Told[] {
  if (rule.action !== 'allow') return [];
  const found = sampleVerdict(rule, parsed, rule.root);
  const [first] = found?.because ?? [];
  if (!found || !first) return [];
  if (found.decision !== 'allow') {
    // A whole tool without any input says nothing of what its calls come to.
    if (parsed.kind === 'tool' && !forPeople.has(parsed.tool)) return [];
    return [{ kind: 'dead', reason: inOne([say('It never decides: Latch asks all the same.'), first.reason]) }];
  }
  if (found.risk !== 'high' && found.risk !== 'critical') return [];
  return [
    { kind: 'dangerous', reason: say('What it allows is of high risk. {reason}', { reason: found.riskSentence }) },
  ];
}

const forPeople: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode']);

function failed(rule: PlacedRule): readonly Told[] {
  const examples = examplesIn(rule.beside);
  return failedExamples({ rule, examples }, rule.root).map(({ list, place, message }) => ({
    kind: 'example',
    reason: message,
    part: { of: 'example', list, place },
  }));
}

function examplesIn(beside: JsonObject | undefined): {
  readonly match: readonly string[];
  readonly noMatch: readonly string[];
} {
  const examples = isObject(beside?.['examples']) ? beside['examples'] : {};
  const texts = (key: string): readonly string[] => {
    const list = examples[key];
    return Array.isArray(list) ? list.map(it => (typeof it === 'string' ? it : '')) : [];
  };
  return { match: texts('match'), noMatch: texts('noMatch') };
}

/** The keys of a rule in a file. */
const ruleKeys = ['action', 'pattern', 'description', 'expires', 'examples', 'id', 'created', 'updated'] as const;

function strangeKeys(beside: JsonObject = {}): readonly Told[] {
  return Object.keys(beside)
    .filter(name => !ruleKeys.some(key => key === name))
    .map(name => unknownKey(name, ruleKeys));
}

export function unknownKey(name: string, keys: readonly string[]): Told {
  const better = nearest(name, keys);
  const reason =
    better === undefined
      ? say('Latch does not know the key {key}. It stays, and does nothing.', { key: name })
      : say('Latch does not know the key {key}: did you mean {better}? It stays, and does nothing.', {
          key: name,
          better,
        });
  return { kind: 'unknownKey', reason, part: { of: 'key', name }, ...(better === undefined ? {} : { better }) };
}

/** What is weak about each rule beside the others, by its place. */
function weakFindings(
  rules: readonly PlacedRule[],
  now: number,
  before: WeighedBefore,
): readonly (readonly Told[] | undefined)[] {
  const found: Told[][] = [];
  for (const weakness of weaknesses(rules, now, before)) {
    const { place } = weakness;
    const rule = rules[place];
    const list = (found[place] ??= []);
    switch (weakness.kind) {
      case 'expired':
        list.push({ kind: 'expired', reason: say('It has ended and does nothing any more.'), part: { of: 'expires' } });
        break;
      case 'broad':
        list.push({ kind: 'broad', reason: weakness.reason });
        break;
      case 'shadowed': {
        const by = rules[weakness.by];
        if (rule && by) list.push({ ...shadowOf(rule, by), by: weakness.by });
        break;
      }
      default:
        weakness satisfies never;
    }
  }
  return found;
}

function shadowOf(rule: PlacedRule, by: PlacedRule): Told {
  const isHere = by.file === rule.file && by.line !== undefined;
  const reason = say('It never decides: {action} {rule} ({where}) comes first.', {
    action: say(by.action),
    rule: by.pattern,
    where: isHere ? say('line {line}', { line: by.line }) : say(by.scope),
  });
  return { kind: by.scope !== rule.scope && by.action !== rule.action ? 'contradicted' : 'shadowed', reason };
}
