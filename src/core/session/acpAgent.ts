/** An agent of the setting `latch.agents`: a program that speaks ACP. */
export interface AcpAgent {
  /** How the person calls it. Its sessions belong to it by this name. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The mode in which its sessions begin, as it calls it. */
  readonly mode?: string;
}
