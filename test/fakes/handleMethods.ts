import { type FileHandle, open } from 'node:fs/promises';
import { devNull } from 'node:os';

/** The methods that all open files share: to count their calls, or to let one fail as a full disk would. */
export async function handleMethods(): Promise<FileHandle> {
  const handle = await open(devNull, 'r');
  const prototype: unknown = Object.getPrototypeOf(handle);
  await handle.close();
  if (!isFileHandle(prototype)) throw new Error('A file handle has no methods of its own any more.');
  return prototype;
}

function isFileHandle(value: unknown): value is FileHandle {
  return typeof value === 'object' && value !== null && 'datasync' in value && 'write' in value;
}

/** Every sync takes as long as `then` after its end. Returns how to put things back. */
export async function afterEverySync(then: () => Promise<void> | void): Promise<() => void> {
  const methods = await handleMethods();
  const originals: FileHandle = Object.create(null, Object.getOwnPropertyDescriptors(methods));
  methods.datasync = async function (this: FileHandle) {
    await originals.datasync.call(this);
    await then();
  };
  return () => {
    Object.defineProperties(methods, Object.getOwnPropertyDescriptors(originals));
  };
}
