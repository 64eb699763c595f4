import { asString, isObject, type JsonObject } from '../base/json';
import type { McpServer, ServerState } from '../call/mcpServer';

/** What `mcp_status` says of the servers. Of how they are started nothing is kept: headers and addresses hold secrets. */
export function serversOf(reply: JsonObject): readonly McpServer[] {
  const { mcpServers } = reply;
  return Array.isArray(mcpServers) ? mcpServers.filter(isObject).flatMap(server => serverOf(server) ?? []) : [];
}

function serverOf(server: JsonObject): McpServer | undefined {
  const name = asString(server['name']);
  if (!name) return undefined;
  const { tools, config, serverInfo } = server;
  const transport = asString(server['transport']) ?? (isObject(config) ? asString(config['type']) : undefined);
  const given = {
    error: asString(server['error']),
    scope: asString(server['scope']),
    version: isObject(serverInfo) ? asString(serverInfo['version']) : undefined,
    transport,
  };
  return {
    name,
    state: stateOf(server['status']),
    tools: Array.isArray(tools) ? tools.filter(isObject).flatMap(tool => asString(tool['name']) ?? []) : [],
    ...Object.fromEntries(Object.entries(given).filter(([, text]) => text !== undefined)),
  };
}

/** A word that is not known is no connection. */
function stateOf(status: unknown): ServerState {
  switch (status) {
    case 'connected':
    case 'pending':
    case 'needs-auth':
    case 'disabled':
      return status;
    default:
      return 'failed';
  }
}
