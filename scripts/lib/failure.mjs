// Failures that a person can do something about.

/** Its message is one sentence: what happened, where, and what now. */
export class Failure extends Error {}

const diskFull = /ENOSPC|no space left on device/i;
const noNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|network (?:timeout|request)/i;

/** One sentence for a step that ended badly. @param {string} what What was tried. @param {string} output What it said. */
export function failureOf(what, output) {
  if (diskFull.test(output)) return new Failure(`${what} failed: the disk is full. Make room and run it again.`);
  if (noNetwork.test(output)) {
    return new Failure(`${what} failed: the network cannot be reached. Check the connection and run it again.`);
  }
  const last = output
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !/A complete log of this run/.test(line))
    .slice(-3)
    .join(' | ');
  return new Failure(`${what} failed: ${last === '' ? 'it said nothing about why' : last}`);
}

/** Runs the body of a command; a failure becomes one line and exit code 1. @param {() => Promise<void>} body */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
function sentenceOf(error) {
  if (error instanceof Failure) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC') return 'The disk is full. Make room and run it again.';
  return code.startsWith('ERR_PARSE_ARGS') ? error.message : (error.stack ?? error.message);
}
