import { parseKey, unknownProfile } from '@answershare/core';
import { Refusal } from '../cells/refusal.ts';
import type { Connection } from './connection.ts';

/**
 * A connection by a key that nobody tried yet.
 * @throws Refusal for a key of wrong format
 */
export function newConnection(text: unknown, baseUrl: string, epoch: string): Connection {
  const reading = parseKey(typeof text === 'string' ? text : '');
  if (!reading.ok) {
    throw new Refusal(reading.kind === 'auth.missing' ? 'no_key' : 'invalid_key', reading.complaint);
  }
  return {
    key: reading.key,
    baseUrl,
    profile: unknownProfile,
    websites: null,
    epoch,
    freshFrom: 0,
    refreshedAt: 0,
    paused: false,
    shared: false,
    recipes: {},
  };
}
