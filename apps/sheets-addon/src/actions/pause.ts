import type { Office } from './office.ts';

/** Stops or continues the requests of the file. While it is paused cells show what is kept, whatever its age. */
export function pause(
  office: Office,
  { paused }: { readonly paused: boolean },
): { readonly paused: boolean } {
  office.connection.pause(paused === true);
  return { paused: paused === true };
}
