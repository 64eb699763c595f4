import { isObject, type JsonObject } from '../base/json';
import type { RuleInput } from '../call/ruleInput';
import type { Scope } from '../call/ruleRef';
import {
  failedExamples,
  knownTools,
  type Rule,
  serverOf,
  twoUnderscores,
  type WeighedEntry,
  WeighedRules,
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

/** What was found of rules in the last look, each by all that it depends on: of thousands an edit changes one. */
export class AnalysisMemo {
  readonly rules = new WeighedRules<PlacedRule>(isSameBeside);
  /** By rule, as long as it says the same. */
  readonly alone = new WeakMap<WeighedEntry<PlacedRule>, FoundAlone>();
}

/** What is found of a rule whatever stands beside it. */
interface FoundAlone {
  readonly text: readonly Told[];
  readonly keys: readonly Told[];
  readonly examples: readonly Told[];
  /** Undefined until it was tried. */
  sample?: readonly Told[];
  tool?: { readonly seen: string; readonly told: readonly Told[] };
  disk?: { readonly revision: number | undefined; readonly told: readonly Told[] };
}

function isSameBeside(one: PlacedRule, other: PlacedRule): boolean {
  if (one.scope !== other.scope || one.file !== other.file) return false;
  return one.beside === other.beside || JSON.stringify(one.beside) === JSON.stringify(other.beside);
}

/** All there is to say of rules, each weighed against the others, in the order of the list. */
export function findingsOf(rules: readonly PlacedRule[], facts: AnalysisFacts): readonly RuleFinding[] {
  const { memo = new AnalysisMemo(), now } = facts;
  const seen = toolsOf(facts.tools);
  const all: RuleFinding[] = [];
  for (const entry of memo.rules.look(rules, now)) {
    let alone = memo.alone.get(entry);
    if (!alone) memo.alone.set(entry, (alone = foundAlone(entry)));
    for (const told of toldOf(entry, alone, seen, facts)) all.push({ ...told, place: entry.place });
  }
  return all;
}

function foundAlone({ rule, read }: WeighedEntry<PlacedRule>): FoundAlone {
  const { beside } = rule;
  const isTried = !('error' in read) && beside?.['examples'] !== undefined;
  return {
    text: 'error' in read ? invalid(rule, read.error) : ofText(read.rule),
    keys: strangeKeys(beside),
    examples: isTried ? failed(rule) : [],
  };
}

function toldOf(
  entry: WeighedEntry<PlacedRule>,
  alone: FoundAlone,
  seen: SeenTools,
  facts: AnalysisFacts,
): readonly Told[] {
  const { rule, read } = entry;
  if (alone.tool?.seen !== seen.names) alone.tool = { seen: seen.names, told: unknownTool(rule, seen) };
  const weak = weakOf(entry);
  const disk = 'error' in read ? nothing : onDisk(rule, read.rule, alone, facts);
  // What never decides, or is too broad anyway, is not told of twice.
  const sample = 'error' in read || weak.length > 0 ? nothing : sampled(rule, read.rule, alone, facts);
  const parts = [alone.tool.told, alone.text, disk, sample, alone.examples, weak, alone.keys];
  return parts.every(part => part.length === 0) ? nothing : parts.flat();
}

/** What is to be said of most rules. */
const nothing: readonly Told[] = [];

/** Whether there is still time to find something out in this look. */
function mayTry({ tries }: AnalysisFacts): boolean {
  if (!tries) return true;
  if (tries.left > 0) {
    tries.left -= 1;
    return true;
  }
  tries.missed = true;
  return false;
}

function sampled(rule: PlacedRule, parsed: Rule, alone: FoundAlone, facts: AnalysisFacts): readonly Told[] {
  if (rule.action !== 'allow') return nothing;
  if (!alone.sample && mayTry(facts)) alone.sample = ofSample(rule, parsed);
  return alone.sample ?? nothing;
}

/** What was found before counts until there is time to look again. */
function onDisk(rule: PlacedRule, parsed: Rule, alone: FoundAlone, facts: AnalysisFacts): readonly Told[] {
  const { disk } = facts;
  // A rule of the person is for every folder, and what forbids a name anywhere waits for it to come.
  if (parsed.kind !== 'path' || !disk || rule.scope === 'user') return nothing;
  const { revision } = disk;
  const isFresh = alone.disk !== undefined && alone.disk.revision === revision;
  if (!isFresh && mayTry(facts)) alone.disk = { revision, told: ofDisk(rule, parsed, disk) };
  return alone.disk?.told ?? nothing;
}

type Told = Omit<RuleFinding, 'place'>;

interface SeenTools {
  /** All of them: two looks with the same are about the same. */
  readonly names: string;
  readonly tools: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
}

function toolsOf(seen: Iterable<string> = []): SeenTools {
  const tools = new Set([...knownTools, ...seen]);
  return { names: [...tools].join(' '), tools, servers: new Set([...tools].flatMap(tool => serverOf(tool) ?? [])) };
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

function ofText(parsed: Rule): readonly Told[] {
  const reason = parsed.kind === 'domain' ? neverAHost(parsed.host) : undefined;
  return reason === undefined ? [] : [{ kind: 'host', reason }];
}

function ofDisk(rule: PlacedRule, { pattern }: Rule & { kind: 'path' }, disk: DiskFacts): readonly Told[] {
  const found = placeOfPattern(pattern, rule.root, disk);
  if (found === 'outside')
    return [{ kind: 'outside', reason: say('It reaches outside of the folder that is open here.') }];
  if (found === 'there' || (pattern.anchor === 'anywhere' && rule.action !== 'allow')) return [];
  return [{ kind: 'nothingThere', reason: say('No file here is named so.') }];
}

/** An allow rule is tried on the very call that it names: what asks all the same never helps, what harms is told. */
function ofSample(rule: PlacedRule, parsed: Rule): readonly Told[] {
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

/** What is weak about a rule beside the others. */
function weakOf({ rule, isOver, breadth, by }: WeighedEntry<PlacedRule>): readonly Told[] {
  if (!isOver && breadth === undefined && !by) return nothing;
  const over = {
    kind: 'expired',
    reason: say('It has ended and does nothing any more.'),
    part: { of: 'expires' },
  } as const;
  return [
    ...(isOver ? [over] : []),
    ...(breadth === undefined ? [] : [{ kind: 'broad' as const, reason: breadth }]),
    ...(by ? [{ ...shadowOf(rule, by.rule), by: by.place }] : []),
  ];
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
