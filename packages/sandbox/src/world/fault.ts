import { createDraw } from '../data/random.ts';
import type { ScopedEndpoint } from '../tenants/keys.ts';

/** `transport`: before the service, so nothing is counted. `service`: after the call was counted. */
type FaultStage = 'transport' | 'service';

const FAULT_STAGES = {
  status: 'service',
  html: 'transport',
  html502: 'transport',
  html503: 'transport',
  html504: 'transport',
  cut: 'service',
  cutConnection: 'service',
  chunkCut: 'service',
  badChunk: 'service',
  reset: 'transport',
  empty: 'transport',
  hang: 'transport',
  slow: 'service',
  dribble: 'service',
  bom: 'service',
  empty200: 'service',
  noContent: 'service',
  skewedDate: 'service',
  retryAfterTwice: 'service',
} as const satisfies Record<string, FaultStage>;

export type SandboxFaultKind = keyof typeof FAULT_STAGES;

export const FAULT_KINDS = Object.keys(FAULT_STAGES) as [SandboxFaultKind, ...SandboxFaultKind[]];

/** A rule that makes some requests fail. */
export interface PlannedFault {
  readonly fault: SandboxFaultKind;
  /** 500 to 599, for `status`. */
  readonly status: number;
  /** Milliseconds in machine time: before a `slow` response, between two bytes of a `dribble`. */
  readonly delayMs: number;
  /** How far the Date header of `skewedDate` is ahead. */
  readonly skewSeconds: number;
  /** The endpoint to match; null: any. */
  readonly endpoint: ScopedEndpoint | null;
  /** The key's label to match; null: any caller. */
  readonly key: string | null;
  /** Only the n-th matching request; null: each. */
  readonly nth: number | null;
  /** How many more requests fail; null: all until the faults are cleared. */
  readonly times: number | null;
  /** Probability that a matching request fails, drawn from `seed`. */
  readonly probability: number;
  readonly seed: number;
  /** Matching requests so far. */
  readonly seen: number;
}

/** Whether the fault occurs before the service sees the request. */
export function isTransportFault(fault: PlannedFault): boolean {
  return FAULT_STAGES[fault.fault] === 'transport';
}

interface FaultTarget {
  readonly endpoint: ScopedEndpoint | null;
  readonly key: string | null;
}

/** The first fault that applies to a request, and the remaining faults. */
export function takeFault(
  faults: readonly PlannedFault[],
  request: FaultTarget,
): [PlannedFault | null, readonly PlannedFault[]] {
  let hit: PlannedFault | null = null;
  const left = faults.flatMap((fault) => {
    if (hit !== null || !matchesRequest(fault, request)) return fault;
    const after = { ...fault, seen: fault.seen + 1 };
    if (!isDue(after)) return after;
    hit = fault;
    if (fault.times === null) return after;
    return fault.times > 1 ? { ...after, times: fault.times - 1 } : [];
  });
  return [hit, left];
}

function matchesRequest({ endpoint, key }: PlannedFault, request: FaultTarget): boolean {
  return (endpoint === null || endpoint === request.endpoint) && (key === null || key === request.key);
}

function isDue({ nth, seen, probability, seed }: PlannedFault): boolean {
  if (nth !== null) return seen === nth;
  return probability === 1 || createDraw(seed, 'fault', seen)() < probability;
}
