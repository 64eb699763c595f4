import { printed } from '../text/ansi';

/** How many tests have passed and failed. */
interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** Programs that run tests say at the end how it went. */
const lookedThrough = 4000;
const passed = /\b(\d{1,7}) (?:passed|passing)\b|^(?:#|ℹ) pass (\d{1,7})$/gm;
const failed = /\b(\d{1,7}) (?:failed|failing)\b|^(?:#|ℹ) fail (\d{1,7})$/m;
/** Of several runs each says its own, and none how all of them went. */
const oneOfSeveral = /^test result: /gm;

/** What the last line says that counts tests; nothing where none does. */
export function testCountsIn(output: string): TestCounts | undefined {
  const end = printed(output.slice(-lookedThrough))
    .map(({ text }) => text)
    .join('');
  const last = [...end.matchAll(passed)].at(-1);
  if (last === undefined || (output.match(oneOfSeveral)?.length ?? 0) > 1) return undefined;
  const line = end.slice(end.lastIndexOf('\n', last.index) + 1);
  const [, inLine = '', alone = ''] = failed.exec(line) ?? [];
  return { passed: Number(last[1] ?? last[2]), failed: Number(inLine || alone) };
}
