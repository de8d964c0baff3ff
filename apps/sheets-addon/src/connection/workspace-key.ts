import { fingerprintKey, parseKey, unknownProfile } from '@answershare/core';
import { Refusal } from '../cells/refusal.ts';

function objectIn(stored: string | null): { readonly [name: string]: unknown } | null {
  try {
    return stored === null ? null : (Object(JSON.parse(stored)) as { readonly [name: string]: unknown });
  } catch {
    return null;
  }
}

/**
 * The connection of a file that may have no key of its own: then the workspace's key is taken, where the engineer who deployed
 * the script has set one. The file keeps what it learnt and whether it is paused, never that key; with another key it starts
 * anew. A damaged connection stays one.
 * @param stored what the file keeps
 * @throws Refusal for a workspace key of wrong format
 */
export function withWorkspaceKey(
  stored: string | null,
  workspaceKey: string | null,
  address: () => string,
): string | null {
  const own = objectIn(stored);
  if (stored !== null && (own === null || own.shared !== true)) return stored;
  if (workspaceKey === null || workspaceKey.trim() === '') return null;
  const reading = parseKey(workspaceKey);
  if (!reading.ok) {
    throw new Refusal(
      'invalid_key',
      'The workspace key of this add-on is no API key. Tell its administrator.',
    );
  }
  const baseUrl = address();
  const epoch = fingerprintKey(`${baseUrl}\n${reading.key}`).slice(0, 8);
  const before = own !== null && own.epoch === epoch ? own : { profile: unknownProfile, websites: null };
  return JSON.stringify({ ...before, key: reading.key, baseUrl, epoch, shared: true });
}
