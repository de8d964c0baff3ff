import type { Endpoint } from '../tenants/scopes.ts';

/**
 * What can go wrong.
 * On the way, before the service sees the request, so that nothing is counted: `html` (200 with a login page),
 * `html502` (a proxy's page), `reset` (connection reset), `empty` (closed without an answer), `hang` (no answer).
 * In the service, after the call was counted as usual: `status` (an error of 500 to 599), `cut` (the JSON text ends
 * too early, the HTTP message is whole), `cutConnection` (the connection breaks before the announced length),
 * `slow` (the answer waits).
 */
export const FAULT_KINDS = [
  'status',
  'html',
  'html502',
  'cut',
  'cutConnection',
  'reset',
  'empty',
  'hang',
  'slow',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly fault: FaultKind;
  /** 500 to 599, for `status`. */
  readonly status: number;
  /** Milliseconds of the machine's time, for `slow`. */
  readonly delayMs: number;
  /** Which endpoint it strikes; null: any. */
  readonly endpoint: Endpoint | null;
  /** Which key it strikes, by label; null: any caller. */
  readonly key: string | null;
  /** How many more requests it strikes; null: all until the faults are cleared. */
  readonly times: number | null;
}

const ON_THE_WAY: readonly FaultKind[] = ['html', 'html502', 'reset', 'empty', 'hang'];

/** Whether the fault happens before the service sees the request. */
export function isOnTheWay(fault: Fault): boolean {
  return ON_THE_WAY.includes(fault.fault);
}

/** The first fault that strikes a request, and the faults left after it. */
export function takeFault(
  faults: readonly Fault[],
  request: { endpoint: Endpoint | null; key: string | null },
): [Fault | null, readonly Fault[]] {
  const index = faults.findIndex(
    (fault) =>
      (fault.endpoint === null || fault.endpoint === request.endpoint) &&
      (fault.key === null || fault.key === request.key),
  );
  const struck = faults[index];
  if (struck === undefined) return [null, faults];
  if (struck.times === null) return [struck, faults];
  const left = { ...struck, times: struck.times - 1 };
  return [struck, faults.flatMap((fault, i) => (i !== index ? fault : left.times > 0 ? left : []))];
}
