export type ServerState = 'connected' | 'pending' | 'failed' | 'needs-auth' | 'disabled';

/** An MCP server as its agent knows it, without anything of how it is started. */
export interface McpServer {
  readonly name: string;
  readonly state: ServerState;
  readonly tools: readonly string[];
  readonly error?: string;
  readonly scope?: string;
  readonly version?: string;
  readonly transport?: string;
}
