import type { OpenSession } from '../../session/openSession';
import * as config from '../config';
import { openLogin, whenClosed } from './terminal';

/**
 * Logs in to an agent by one of its own ways. One that is a program of its own runs in a terminal; when that is closed the
 * agent begins anew, and asks again where nobody logged in.
 */
export async function logIn(session: OpenSession, way: string): Promise<void> {
  const { status, agent: name } = session.view;
  const logins = status.state === 'failed' ? status.problem.logins : undefined;
  const terminal = logins?.find(({ id }) => id === way)?.terminal;
  const agent = config.agents().find(it => it.name === name);
  if (!terminal || !agent) return session.restart(way);
  whenClosed(await openLogin(agent, terminal), () => void session.restart().catch(() => {}));
}
