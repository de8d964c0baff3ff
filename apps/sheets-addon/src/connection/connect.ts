import { doctorSync, maskKey, parseKey, type SyncHost } from '@answershare/core';
import { Refusal } from '../cells/refusal.ts';
import type { Connection } from './connection.ts';
import { type Connected, hostOf } from './status.ts';

export interface ConnectionTry {
  readonly connection: Connection;
  readonly shown: Connected;
}

/**
 * Tries a key with at most two requests: the websites and one authority. Nothing is stored here.
 * @throws Refusal for a key of wrong format, ApiError where the service does not take it
 */
export function tryKey(text: unknown, baseUrl: string, host: SyncHost, epoch: string): ConnectionTry {
  const reading = parseKey(typeof text === 'string' ? text : '');
  if (!reading.ok) {
    throw new Refusal(reading.kind === 'auth.missing' ? 'no_key' : 'invalid_key', reading.complaint);
  }
  const report = doctorSync({ baseUrl, key: reading.key, deadlineMs: 25_000 }, host, { quick: true });
  const list = report.endpoints.find(({ endpoint }) => endpoint === 'websites');
  if (list && !list.ok) {
    throw new Refusal('bad_answer', `The list of websites could not be read: ${list.summary}.`);
  }
  const { profile, form, rate } = report;
  const websites = report.websites.length;
  return {
    connection: {
      key: reading.key,
      baseUrl,
      profile,
      websites,
      epoch,
      freshFrom: 0,
      refreshedAt: 0,
      paused: false,
      shared: false,
    },
    shown: {
      ok: true,
      connected: true,
      form,
      websites,
      shared: false,
      remaining: rate.minute.remaining,
      masked: maskKey(reading.key),
      host: hostOf(baseUrl),
      refusal: null,
    },
  };
}
