/** Queries that delete data. */
import { type SimpleCommand, upstreamOf } from '../shell/syntax';
import type { Effects } from './effects';

export const databaseClients = new Set(
  'psql mysql mariadb sqlite3 mongo mongosh sqlcmd cqlsh duckdb clickhouse-client influx sqlplus'.split(' '),
);
const destructiveQuery =
  /\b(?:drop\s+(?:table|database|schema|index|view|user|role|collection|keyspace|owned)|truncate\s+(?:table\s+)?\w|dropDatabase|\.drop\s*\(|deleteMany\s*\(\s*\{\s*\}|\.remove\s*\(\s*\{\s*\})/i;

function isDestructiveQuery(text: string): boolean {
  if (destructiveQuery.test(text)) return true;
  return (
    text.split(';').some(statement => /\bdelete\s+from\b/i.test(statement) && !/\bwhere\b/i.test(statement)) ||
    text.split(';').some(statement => /\bupdate\s+\S+\s+set\b/i.test(statement) && !/\bwhere\b/i.test(statement))
  );
}

export function addDatabase(line: string, command: SimpleCommand, effects: Effects): void {
  const fed = [...command.redirects, ...(command.stdin?.redirects ?? [])].map(redirect => redirect.text ?? '');
  const piped = upstreamOf(command.stdin).map(one => one.text);
  if ([line, ...fed, ...piped].some(isDestructiveQuery)) effects.add('db-destroy');
}
