import { createDraw } from '../data/random.ts';
import type { ScopedEndpoint } from '../tenants/keys.ts';

/** Before the service sees the request, so that nothing is counted; or after it was counted as usual. */
type FaultStage = 'on the way' | 'in the service';

/** What can go wrong, and where. */
const FAULT_STAGES = {
  status: 'in the service',
  html: 'on the way',
  html502: 'on the way',
  html503: 'on the way',
  html504: 'on the way',
  cut: 'in the service',
  cutConnection: 'in the service',
  chunkCut: 'in the service',
  badChunk: 'in the service',
  reset: 'on the way',
  empty: 'on the way',
  hang: 'on the way',
  slow: 'in the service',
  dribble: 'in the service',
  bom: 'in the service',
  empty200: 'in the service',
  noContent: 'in the service',
  skewedDate: 'in the service',
  retryAfterTwice: 'in the service',
} as const satisfies Record<string, FaultStage>;

export type SandboxFaultKind = keyof typeof FAULT_STAGES;

export const FAULT_KINDS = Object.keys(FAULT_STAGES) as [SandboxFaultKind, ...SandboxFaultKind[]];

/** A rule that strikes some requests. */
export interface PlannedFault {
  readonly fault: SandboxFaultKind;
  /** 500 to 599, for `status`. */
  readonly status: number;
  /** Milliseconds of the machine's time: before a `slow` answer, between two bytes of a `dribble`. */
  readonly delayMs: number;
  /** Seconds by which the Date header of `skewedDate` is ahead. */
  readonly skewSeconds: number;
  /** Which endpoint it strikes; null: any. */
  readonly endpoint: ScopedEndpoint | null;
  /** Which key it strikes, by label; null: any caller. */
  readonly key: string | null;
  /** Only the n-th fitting request since the rule was made; null: each. */
  readonly nth: number | null;
  /** How many more requests it strikes; null: all until the faults are cleared. */
  readonly times: number | null;
  /** Which part of the fitting requests it strikes, 0 to 1, drawn from `seed`. */
  readonly probability: number;
  readonly seed: number;
  /** Fitting requests so far. */
  readonly seen: number;
}

/** Whether the fault happens before the service sees the request. */
export function isTransportFault(fault: PlannedFault): boolean {
  return FAULT_STAGES[fault.fault] === 'on the way';
}

interface FaultTarget {
  readonly endpoint: ScopedEndpoint | null;
  readonly key: string | null;
}

/** The first fault that strikes a request, and the faults left after it. */
export function takeFault(
  faults: readonly PlannedFault[],
  request: FaultTarget,
): [PlannedFault | null, readonly PlannedFault[]] {
  let taken: PlannedFault | null = null;
  const left = faults.flatMap((fault) => {
    if (taken !== null || !matchesRequest(fault, request)) return fault;
    const after = { ...fault, seen: fault.seen + 1 };
    if (!isDue(after)) return after;
    taken = fault;
    if (fault.times === null) return after;
    return fault.times > 1 ? { ...after, times: fault.times - 1 } : [];
  });
  return [taken, left];
}

function matchesRequest({ endpoint, key }: PlannedFault, request: FaultTarget): boolean {
  return (endpoint === null || endpoint === request.endpoint) && (key === null || key === request.key);
}

function isDue({ nth, seen, probability, seed }: PlannedFault): boolean {
  if (nth !== null) return seen === nth;
  return probability === 1 || createDraw(seed, 'fault', seen)() < probability;
}
