// Imports nothing, so that it can be read by any Node that knows modules at all.

/** Says so when this Node is too old. @returns {boolean} */
export function isNodeNewEnough() {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) >= 20) return true;
  console.error(`Node ${version} is too old: install Node 20 or newer and run it again.`);
  process.exitCode = 1;
  return false;
}
