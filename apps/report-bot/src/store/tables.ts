import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

type Instant = ColumnType<Date, Date, Date>;
type OptionalInstant = ColumnType<Date | null, Date | null, Date | null>;

/** One schedule in one ISO week. `planned`: digests are still to be composed; `composed`: all are frozen. */
export interface RunTable {
  readonly id: string;
  readonly schedule_id: string;
  /** The ISO week reported on, in the schedule's zone: `2026-W47`. */
  readonly period_key: string;
  state: 'planned' | 'composed' | 'skipped';
  reason: string | null;
  readonly planned_at: Instant;
}

/** One endpoint's answer about one website on one UTC day; `failure` stands in place of an answer. */
export interface SnapshotTable {
  /** `*` for the list of websites. */
  readonly website_id: string;
  readonly endpoint: Asked;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  raw: string | null;
  /** JSON of the value as core read it. */
  parsed: string | null;
  taken_at: Instant;
  form: string | null;
  failure: string | null;
}

export type Asked = 'websites' | 'authority' | 'competitors' | 'citations';

/** A mail as frozen at composition; a retry sends these bytes. */
export interface DigestTable {
  readonly id: string;
  readonly run_id: string;
  readonly recipient_hash: string;
  readonly recipient: string;
  readonly recipient_name: string | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** JSON: cid, filename, contentType, content in base64. */
  readonly attachments: string;
  readonly sha256: string;
  readonly composed_at: Instant;
}

export type DeliveryState = 'ready' | 'claimed' | 'body_released' | 'sent' | 'refused' | 'uncertain';

/** Where a digest stands on its way. */
export interface DeliveryTable {
  readonly digest_id: string;
  state: DeliveryState;
  attempts: number;
  /** Grows with every claim; a worker that lost its claim cannot release a body. */
  fence: number;
  /** The process that holds the claim. */
  worker: number | null;
  readonly message_id: string;
  smtp_code: number | null;
  reason: string | null;
  next_attempt_at: OptionalInstant;
  changed_at: Instant;
}

/** Append-only: every transition. */
export interface AuditTable {
  readonly id: Generated<number>;
  readonly at: Instant;
  readonly subject: string;
  readonly event: string;
  readonly detail: string | null;
}

/** What the client learnt about a service, so that it is not asked again. */
export interface LearntTable {
  readonly service: string;
  profile: string;
}

export interface Tables {
  run: RunTable;
  snapshot: SnapshotTable;
  digest: DigestTable;
  delivery: DeliveryTable;
  audit: AuditTable;
  learnt: LearntTable;
}

export type Run = Selectable<RunTable>;
export type Snapshot = Selectable<SnapshotTable>;
export type NewSnapshot = Insertable<SnapshotTable>;
export type DigestRow = Selectable<DigestTable>;
export type Delivery = Selectable<DeliveryTable>;
