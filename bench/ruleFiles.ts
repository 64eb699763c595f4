// Measures what the language server does for a file of rules. To run it:
//   npx esbuild bench/ruleFiles.ts --bundle --platform=node --main-fields=module,main --outfile=out/bench-rule-files.cjs && node out/bench-rule-files.cjs
import { documentFindings, type RuleDocument } from '../src/core/analysis/document';
import { AnalysisMemo } from '../src/core/analysis/findings';
import { readRuleDocument, rereadRuleDocument, ruleFileAt } from '../src/stores/ruleDocument';

const at = ruleFileAt('/w/.latch/rules.json', { workspace: '/w', home: '/home/me' });

function textOf(count: number): string {
  const rules = Array.from({ length: count }, (_, place) =>
    JSON.stringify({ action: place % 5 === 0 ? 'deny' : 'allow', pattern: `Bash(tool-${place} run:*)` }),
  );
  return `{ "version": 1,\n  "rules": [\n${rules.join(',\n')}\n]}\n`;
}

function measured<T>(work: () => T): { readonly result: T; readonly wall: number; readonly cpu: number } {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const result = work();
  return { result, wall: performance.now() - start, cpu: process.cpuUsage(cpu).user / 1000 };
}

const count = 5000;
const memo = new AnalysisMemo();
const look = (document: RuleDocument, left = 40): number => {
  // As many as the server tries at once: the rest comes behind what was shown, of thousands all of it.
  const tries = { left, missed: false };
  return documentFindings(document, [], { now: 0, memo, tries }).length;
};

let text = textOf(count);
const first = measured(() => {
  const document = readRuleDocument(text, at);
  look(document, 0);
  return document;
});
console.log(`${count} rules, opened: ${first.wall.toFixed(0)} ms (${first.cpu.toFixed(0)} ms of the processor)`);

let document = first.result;
// What was not tried at once comes while nobody types.
for (let pass = 0; pass < count / 40; pass++) look(document);
const edits: { readonly wall: number; readonly cpu: number }[] = [];
for (let edit = 0; edit < 50; edit++) {
  const place = text.indexOf(' run', Math.floor((text.length / 60) * edit) + 40);
  text = `${text.slice(0, place)}x${text.slice(place)}`;
  const one = measured(() => {
    document = rereadRuleDocument(document, text, at);
    return look(document);
  });
  edits.push(one);
}
const of = (key: 'wall' | 'cpu', share: number): string =>
  (edits.map(edit => edit[key]).toSorted((one, other) => one - other)[Math.floor(edits.length * share)] ?? 0).toFixed(
    1,
  );
console.log(
  `an edit, half of them: ${of('wall', 0.5)} ms (${of('cpu', 0.5)} ms), 95 of 100: ${of('wall', 0.95)} ms (${of('cpu', 0.95)} ms)`,
);
