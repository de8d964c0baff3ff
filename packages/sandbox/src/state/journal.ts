import { findKnownKey, readBearerToken } from '../rest/authentication.ts';
import type { ApiRequest } from '../rest/exchange.ts';
import type { ServedOutcome } from '../rest/serve-with-faults.ts';
import { toEndpoint } from '../rest/service.ts';
import type { SandboxFaultKind } from '../world/fault.ts';
import type { SandboxWorld } from '../world/world.ts';

/** One logged request. It has the key's label, never the token. */
export interface JournalEntry {
  /** The sandbox's time, ISO-8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The endpoint's name, or `other`. */
  readonly endpoint: string;
  /** The key's label; `none` without a token, `unknown` for an unknown token. */
  readonly key: string;
  /** Null if no response was sent. */
  readonly status: number | null;
  readonly code: string | null;
  readonly counted: boolean;
  readonly fault: SandboxFaultKind | null;
}

export interface RequestLog {
  readonly total: number;
  readonly byKey: Record<string, number>;
  readonly byEndpoint: Record<string, number>;
  /** The latest requests, oldest first. */
  readonly entries: readonly JournalEntry[];
}

/** Counts cover all requests, entries only this many of the latest. */
const KEPT_ENTRIES = 1_000;

export interface Journal {
  write(entry: JournalEntry): void;
  read(): RequestLog;
  reset(): void;
}

export function createJournal(): Journal {
  const byKey = new Map<string, number>();
  const byEndpoint = new Map<string, number>();
  let total = 0;
  let entries: JournalEntry[] = [];
  return {
    write(entry) {
      total += 1;
      byKey.set(entry.key, (byKey.get(entry.key) ?? 0) + 1);
      byEndpoint.set(entry.endpoint, (byEndpoint.get(entry.endpoint) ?? 0) + 1);
      entries.push(entry);
      if (entries.length >= 2 * KEPT_ENTRIES) entries = entries.slice(-KEPT_ENTRIES);
    },
    read: () => ({
      total,
      byKey: Object.fromEntries(byKey),
      byEndpoint: Object.fromEntries(byEndpoint),
      entries: entries.slice(-KEPT_ENTRIES),
    }),
    reset() {
      total = 0;
      byKey.clear();
      byEndpoint.clear();
      entries = [];
    },
  };
}

export function toJournalEntry(
  world: SandboxWorld,
  request: ApiRequest,
  outcome: ServedOutcome,
  now: number,
): JournalEntry {
  const token = readBearerToken(request.authorization);
  const { answer, fault } = outcome;
  return {
    at: new Date(now).toISOString(),
    method: request.method,
    path: redactKeys(request.path),
    query: Object.fromEntries(
      [...request.query].map(([name, value]) => [redactKeys(name), redactKeys(value)]),
    ),
    endpoint: toEndpoint(request.path) ?? 'other',
    key:
      token === null || token === ''
        ? 'none'
        : (findKnownKey(world, request.authorization)?.label ?? 'unknown'),
    status: answer?.status ?? null,
    code: answer?.code ?? null,
    counted: answer?.counted ?? false,
    fault: fault?.fault ?? null,
  };
}

/** Keeps a key out of the log if it was sent in the URL. */
function redactKeys(text: string): string {
  return text.replace(/rsc?_(live|test)_[0-9A-Za-z]*/g, 'rs_$1_[redacted]').slice(0, 200);
}
