import { axisNames, type DialectProfile } from '@answershare/core';

/** Where the cache keeps a dialect that was learnt after connecting: a cell may not write properties. */
export const profileSlot = 'profile';

/** A cached profile; null where there is none. */
export function decodeProfile(text: string | null): DialectProfile | null {
  if (text === null) return null;
  const profile = JSON.parse(text) as Partial<DialectProfile>;
  return axisNames.every((name) => profile[name] !== undefined) ? (profile as DialectProfile) : null;
}
