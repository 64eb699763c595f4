import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure, failureOf } from '../../scripts/lib/failure.mjs';
import { withLock } from '../../scripts/lib/lock.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { countsIn, unhandledIn } from '../../scripts/lib/testReport.mjs';

const place = () => join(mkdtempSync(join(tmpdir(), 'latch-lib-')), 'lock');

describe('the lock around the set-up', () => {
  test('lets one in at a time', async () => {
    const lock = place();
    const events: string[] = [];
    const work = (name: string) =>
      withLock(lock, async () => {
        events.push(`${name} in`);
        await new Promise(done => setTimeout(done, 100));
        events.push(`${name} out`);
      });
    await Promise.all([work('a'), work('b'), work('c')]);
    expect(events.map(event => event.slice(2))).toEqual(['in', 'out', 'in', 'out', 'in', 'out']);
    expect(existsSync(lock)).toBe(false);
  });

  test('is let go of when the work fails', async () => {
    const lock = place();
    await expect(withLock(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(existsSync(lock)).toBe(false);
  });

  test('is taken over from a process that has died', async () => {
    const lock = place();
    const { pid } = spawnSync(process.execPath, ['--version']);
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(pid));
    expect(await withLock(lock, () => Promise.resolve('mine'))).toBe('mine');
  });

  test('is taken over from a holder that has not been heard of for long', async () => {
    const lock = place();
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    utimesSync(lock, new Date(0), new Date(0));
    expect(await withLock(lock, () => Promise.resolve('mine'))).toBe('mine');
  });

  test('is respected while its holder lives', async () => {
    const lock = place();
    const holder = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 600)']);
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(holder.pid));
    const started = performance.now();
    await withLock(lock, () => Promise.resolve());
    expect(performance.now() - started).toBeGreaterThan(400);
  });
});

describe('what went wrong, in one sentence', () => {
  test.each([
    ['npm error code ENOSPC', 'Downloading failed: the disk is full. Make room and run it again.'],
    [
      'npm error request to https://x failed, reason: getaddrinfo ENOTFOUND x',
      'Downloading failed: the network cannot be reached. Check the connection and run it again.',
    ],
    [
      'npm error code E404\nnpm error 404 no such package',
      'Downloading failed: npm error code E404 | npm error 404 no such package',
    ],
    ['', 'Downloading failed: it said nothing about why'],
  ])('%j', (output, message) => {
    const failure = failureOf('Downloading', output);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.message).toBe(message);
  });
});

describe('what a run of tests says at its end', () => {
  const report = (content: unknown) => {
    const path = place();
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  test('names each test that failed, with the first line of its reason, and a file that broke outside of its tests', () => {
    const path = report({
      numPassedTests: 7,
      numFailedTests: 1,
      testResults: [
        {
          name: join(root, 'test/unit/latch.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a latch opens', status: 'passed', failureMessages: [] },
            { fullName: 'a latch closes', status: 'failed', failureMessages: ['Error: it did not\n    at line 3'] },
          ],
        },
        {
          name: join(root, 'test/unit/door.test.ts'),
          status: 'failed',
          message: 'SyntaxError: Unexpected token\n  at door.ts',
          assertionResults: [],
        },
        { name: join(root, 'test/unit/key.test.ts'), status: 'passed', message: '', assertionResults: [] },
      ],
    });
    expect(countsIn(path)).toEqual({
      passed: 7,
      failed: 1,
      failures: [
        'test/unit/latch.test.ts > a latch closes: Error: it did not',
        'test/unit/door.test.ts: SyntaxError: Unexpected token',
      ],
    });
  });

  test.each(['', '{}'])('counts nothing where the report is %j', text => {
    expect(countsIn(report(text))).toEqual({ passed: 0, failed: 0, failures: [] });
  });

  test('names what went wrong outside of all tests, which no report has', () => {
    const printed = [
      '⎯⎯ Unhandled Errors ⎯⎯',
      'Vitest caught 2 unhandled errors during the test run.',
      '',
      '\u001B[31m⎯⎯\x1b[39m Unhandled Rejection ⎯⎯',
      '\x1b[31mError\x1b[39m: boom',
      ' ❯ Timeout._onTimeout test/unit/latch.test.ts:2:58',
      'This error originated in "test/unit/latch.test.ts" test file.',
      '⎯⎯⎯ Uncaught Exception ⎯⎯',
      'TypeError: bang',
    ];
    expect(unhandledIn(printed.join('\n'))).toEqual([
      'test/unit/latch.test.ts, outside of all tests: Error: boom',
      'no file, outside of all tests: TypeError: bang',
    ]);
    expect(unhandledIn('✓ tells of an Unhandled Rejection')).toEqual([]);
  });
});
