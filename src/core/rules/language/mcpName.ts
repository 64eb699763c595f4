/** The server of a tool's name: `mcp__fs__read_file` is one of `fs`. */
export function serverOf(tool: string): string | undefined {
  return /^mcp__(.+?)__./.exec(tool)?.[1];
}

/**
 * `mcp__fs_read_file`, as some write it, in the form that names the tool of a server: `mcp__fs__read_file`. Only where
 * the server is known, because nothing else says where its name ends; of several the longest.
 */
export function twoUnderscores(tool: string, servers: Iterable<string>): string | undefined {
  if (!tool.startsWith('mcp__') || serverOf(tool) !== undefined) return undefined;
  const rest = tool.slice('mcp__'.length);
  const [server] = [...servers]
    .filter(name => rest.startsWith(`${name}_`) && rest.length > name.length + 1)
    .toSorted((one, other) => other.length - one.length);
  return server === undefined ? undefined : `mcp__${server}__${rest.slice(server.length + 1)}`;
}
