import { asString, isObject, type JsonObject } from '../base/json';
import type { Message } from '../message/message';

/** What we say of ourselves: files and terminals go through us, where our rules see them. */
export const initializeParams: JsonObject = {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true, auth: { terminal: true } },
  clientInfo: { name: 'latch', title: 'Latch', version: '1' },
};

/** What an agent says that it can. */
export interface Abilities {
  readonly protocolVersion: unknown;
  readonly version: string;
  readonly authMethods: unknown;
  /** The request by which it goes on with a conversation; undefined where it cannot. */
  readonly goesOnBy: 'session/resume' | 'session/load' | undefined;
}

export function abilitiesIn(reply: unknown): Abilities {
  const { protocolVersion, agentCapabilities, agentInfo, authMethods } = isObject(reply) ? reply : {};
  const can = isObject(agentCapabilities) ? agentCapabilities : {};
  const sessions = isObject(can['sessionCapabilities']) ? can['sessionCapabilities'] : {};
  const goesOnBy = isObject(sessions['resume'])
    ? 'session/resume'
    : can['loadSession'] === true
      ? 'session/load'
      : undefined;
  const version = isObject(agentInfo) ? (asString(agentInfo['version']) ?? '') : '';
  return { protocolVersion, version, authMethods, goesOnBy };
}

/** A message of the person as the blocks of a prompt. */
export function promptOf({ text, attachments = [] }: Message): readonly JsonObject[] {
  const blocks = attachments.map(({ kind, name, mediaType, data }): JsonObject => {
    if (kind === 'image') return { type: 'image', mimeType: mediaType, data };
    const uri = `file:///${encodeURIComponent(name)}`;
    const resource =
      kind === 'text' ? { uri, mimeType: 'text/plain', text: data } : { uri, mimeType: mediaType, blob: data };
    return { type: 'resource', resource };
  });
  return [...blocks, { type: 'text', text }];
}
