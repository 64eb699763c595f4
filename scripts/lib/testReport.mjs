// What the report of a run of vitest says: the counts, and each failure in one line.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/**
 * @typedef {{ passed: number, failed: number, failures: string[], skipped?: number }} Count
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} Outcome
 * @typedef {{ name: string, status: string, message: string, assertionResults: Outcome[] }} FileOutcome
 */

/** @param {string} report Its path. @returns {Count} */
export function countsIn(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, failures: testResults.flatMap(failuresOf) };
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
}

/** @param {FileOutcome} file @returns {string[]} */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter(outcome => outcome.status === 'failed');
  const file = relative(root, name);
  // A file may break outside of its tests, where it is read or in what it does before them.
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
  return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`);
}

/** @param {string | undefined} text */
export function firstLine(text = '') {
  const [first = ''] = text.split('\n', 1);
  return first;
}

/** What went wrong outside of all tests stands in what vitest printed, and not in its report. @param {string} output @returns {string[]} */
export function unhandledIn(output) {
  const errors = stripVTControlCharacters(output).matchAll(
    /⎯ (?:Unhandled Rejection|Uncaught Exception) ⎯+\n(.+)(?:[^⎯]*originated in "(.+?)")?/g,
  );
  return Array.from(errors, ([, reason, file = 'no file']) => `${file}, outside of all tests: ${reason}`);
}
