import { isObject, type Json, type JsonObject } from './json';

/** What lies deeper breaks whoever walks through it to compare it, write it down or draw it. Nothing sensible is a tenth as deep. */
const deepest = 200;

export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap(it => Object.values(it).filter(isNested));
  }
  return false;
}

/** The same where it is not too deep, and else down to there. */
export function cutDeep(value: JsonObject): JsonObject {
  return isTooDeep(value) ? cutObject(value, deepest) : value;
}

function cutObject(value: JsonObject, left: number): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item, left)]));
}

function cut(value: Json, left: number): Json {
  if (!isNested(value)) return value;
  if (left === 0) return '…';
  if (isObject(value)) return cutObject(value, left - 1);
  return Array.isArray(value) ? value.map((item: Json) => cut(item, left - 1)) : value;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
