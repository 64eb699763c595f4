import { asString } from '../core/base/json';
import { say } from '../core/texts/sentence';
import { Told } from '../core/texts/told';
import type { About } from './about';

/** How long a person may take in the browser. */
const signsInWithinMs = 10 * 60_000;

/** What a sign-in needs of a person. */
interface SigningIn {
  /** Comes back to the agent by itself, where the browser runs on the same machine. */
  readonly automatic: string;
  /** Shows a code instead. */
  readonly manual: string;
}

/** The sign-in of the agent to the account that pays for the model. One failure ends it, and it begins anew. */
export class SignIn {
  readonly #about: Pick<About, 'ask'>;

  constructor(about: Pick<About, 'ask'>) {
    this.#about = about;
  }

  /** `plan`: with a subscription; else with an account that pays by use. */
  async begin(plan: boolean): Promise<SigningIn> {
    const reply = await this.#about.ask({ subtype: 'claude_authenticate', loginWithClaudeAi: plan });
    const automatic = webAddress(reply['automaticUrl']);
    const manual = webAddress(reply['manualUrl']);
    if (automatic === undefined || manual === undefined)
      throw new Told(say('Claude Code did not say where to sign in. Sign in in the terminal: claude auth login.'));
    return { automatic, manual };
  }

  /** Waits until the browser has come back. */
  async comesBack(): Promise<void> {
    await this.#about.ask({ subtype: 'claude_oauth_wait_for_completion' }, signsInWithinMs);
  }

  /** The code that the page showed, which carries the state behind a `#`. */
  async code(text: string): Promise<void> {
    const [authorizationCode = '', state = ''] = text.trim().split('#');
    await this.#about.ask({ subtype: 'claude_oauth_callback', authorizationCode, state });
  }
}

function webAddress(value: unknown): string | undefined {
  const text = asString(value);
  return text !== undefined && URL.canParse(text) && new URL(text).protocol === 'https:' ? text : undefined;
}
