import { axisNames, type DialectProfile, type Endpoint } from '@answershare/core';

/** Where the cache keeps a dialect that was learnt after connecting. */
export const profileSlot = 'profile';

/** A cached profile; null where there is none. */
export function decodeProfile(text: string | null): DialectProfile | null {
  if (text === null) return null;
  const profile = JSON.parse(text) as Partial<DialectProfile>;
  return axisNames.every((name) => profile[name] !== undefined) ? (profile as DialectProfile) : null;
}

/** True where the two word a question otherwise. */
export function differs(one: DialectProfile, other: DialectProfile): boolean {
  const endpoints = Object.keys({ ...one.parameterOf, ...other.parameterOf }) as Endpoint[];
  return (
    endpoints.some((name) => one.parameterOf?.[name] !== other.parameterOf?.[name]) ||
    axisNames.some((name) => one[name].form !== other[name].form)
  );
}
