import { asString, isObject, type JsonObject } from '../base/json';
import type { Attachment } from '../message/message';

/** The files that went along with a message, as Claude Code has written it down. A picture has lost its name. */
export function attachedIn({ message }: JsonObject): readonly Attachment[] {
  const content = isObject(message) ? message['content'] : undefined;
  return Array.isArray(content) ? content.filter(isObject).flatMap(attachmentIn) : [];
}

function attachmentIn({ type, source, title }: JsonObject): readonly Attachment[] {
  if (!isObject(source)) return [];
  const data = asString(source['data']);
  const mediaType = asString(source['media_type']);
  if (data === undefined || mediaType === undefined) return [];
  if (type === 'image' && source['type'] === 'base64')
    return [{ kind: 'image', name: `image.${mediaType.replace(/^.*\//, '')}`, mediaType, data }];
  if (type !== 'document') return [];
  const isText = source['type'] === 'text';
  const name = asString(title) ?? (isText ? 'text.txt' : 'paper.pdf');
  return [{ kind: isText ? 'text' : 'pdf', name, mediaType, data }];
}
