import { realCases } from '../contract/realCases';

/** Once before all of them: a download must not count as the time of a test. */
export default async function fetchAll(): Promise<void> {
  for (const { agent } of realCases) await agent();
}
