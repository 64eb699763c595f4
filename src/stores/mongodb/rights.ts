import { asString, isObject } from '../../core/base/json';

export interface Rights {
  /** As whom the server knows who is signed in; empty where it knows nobody. */
  readonly role: string;
  /** Whether they may add to a collection. */
  readonly mayAdd: boolean;
}

/** What a server says of who is signed in. One that asks nobody for a name lets everybody do everything. */
export function readRights(status: unknown, database: string, collection: string): Rights {
  const info = isObject(status) ? status['authInfo'] : undefined;
  const [users, privileges] = isObject(info) ? [info['authenticatedUsers'], info['authenticatedUserPrivileges']] : [];
  const [user] = Array.isArray(users) ? users : [];
  if (!isObject(user)) return { role: '', mayAdd: true };
  const granted: readonly unknown[] = Array.isArray(privileges) ? privileges : [];
  const mayAdd = granted.some(privilege => {
    if (!isObject(privilege)) return false;
    const { resource, actions } = privilege;
    return Array.isArray(actions) && actions.includes('insert') && covers(resource, database, collection);
  });
  return { role: asString(user['user']) ?? '', mayAdd };
}

/** An empty name means all of them. */
function covers(resource: unknown, database: string, collection: string): boolean {
  if (!isObject(resource)) return false;
  if (resource['anyResource'] === true) return true;
  const named = (name: unknown, wanted: string): boolean => name === '' || name === wanted;
  return named(resource['db'], database) && named(resource['collection'], collection);
}
