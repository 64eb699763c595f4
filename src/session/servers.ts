import type { McpServer } from '../core/call/mcpServer';
import { serversOf } from '../core/claude/servers';
import { asString } from '../core/base/json';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';
import type { About } from './about';

/** A server that starts anew may take as long as its program does. */
const connectsWithinMs = 60_000;

/** The MCP servers of the agent that runs. */
export class Servers {
  readonly #about: Pick<About, 'ask'>;

  constructor(about: Pick<About, 'ask'>) {
    this.#about = about;
  }

  async all(): Promise<readonly McpServer[]> {
    return serversOf(await this.#about.ask({ subtype: 'mcp_status' }));
  }

  async toggle(serverName: string, enabled: boolean): Promise<void> {
    await this.#about.ask({ subtype: 'mcp_toggle', serverName, enabled }, connectsWithinMs);
  }

  async reconnect(serverName: string): Promise<void> {
    await this.#about.ask({ subtype: 'mcp_reconnect', serverName }, connectsWithinMs);
  }

  /** Without a new connection a server that was signed in to says on that it needs it. */
  async signIn(serverName: string, inBrowser: (address: string) => Promise<boolean>): Promise<void> {
    const { authUrl } = await this.#about.ask({ subtype: 'mcp_authenticate', serverName }, connectsWithinMs);
    const address = asString(authUrl);
    if (address !== undefined && !isWebAddress(address))
      throw new Told(say('The server {server} names no page of the web to sign in on.', { server: serverName }));
    if (address !== undefined && !(await inBrowser(address))) return;
    await this.reconnect(serverName);
  }

  async signOut(serverName: string): Promise<void> {
    await this.#about.ask({ subtype: 'mcp_clear_auth', serverName });
  }
}

/** A server names the page, so it is looked at before a browser is given it. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:';
}
