// What a workbench of ours has installed: Latch as it would ship, and the helper that shows it at once.
import { join } from 'node:path';
import { packageExtension, packageLatch } from '../package.mjs';
import { root } from './paths.mjs';
import { step } from './progress.mjs';
import { installExtensions } from './workbench.mjs';

/** @param {import('../provision.mjs').Workbench} workbench @param {string} extensionsDir */
export async function prepareExtensions(workbench, extensionsDir) {
  const latch = join(extensionsDir, '..', 'latch.vsix');
  const opener = join(extensionsDir, '..', 'opener.vsix');
  await packageLatch(latch);
  await step('Installing Latch into the workbench', async () => {
    await packageExtension(join(root, 'scripts', 'opener'), opener);
    await installExtensions(workbench, extensionsDir, [latch, opener]);
  });
}
