import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

type Instant = ColumnType<Date, Date, Date>;
type OptionalInstant = ColumnType<Date | null, Date | null, Date | null>;
/** Null where an insert leaves it out. */
type LaterInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** One schedule in one ISO week. `planned`: digests are still to be composed; `composed`: all are frozen. */
export interface RunTable {
  readonly id: string;
  readonly schedule_id: string;
  /** The ISO week reported on, in the schedule's zone: `2026-W47`. */
  readonly period_key: string;
  state: 'planned' | 'composed' | 'skipped';
  reason: string | null;
  readonly planned_at: Instant;
  /** {@link TaskTable.present_s} of the sender when the run was planned or opened again. */
  since_s: Generated<number>;
}

/** One endpoint's answer about one website on one UTC day; `failure` stands in place of an answer. */
export interface SnapshotTable {
  /** `*` for the list of websites. */
  readonly website_id: string;
  readonly endpoint: Asked;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** The body's text, also of one that could not be read; null after 14 days (retention.ts). */
  raw: string | null;
  /** JSON of the figures that core read (`figuresIn`). */
  parsed: string | null;
  taken_at: Instant;
  form: string | null;
  failure: string | null;
  /** When a failed question may be asked again; null for an answer. */
  next_attempt_at: LaterInstant;
  /** How this body showed that the shape of bodies has changed, where it was read nevertheless. */
  changed: ColumnType<string | null, string | null | undefined, string | null>;
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
  /** When it was last claimed; null before the first attempt. */
  attempted_at: LaterInstant;
  /** {@link TaskTable.present_s} of the sender when it became ready. */
  since_s: Generated<number>;
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
  /** JSON of a RecipeBook, without what the settings say. */
  recipes: string | null;
}

/** A loop of the bot: when it last looked at its work, and when it may go on. */
export interface TaskTable {
  readonly name: 'send' | 'collect';
  looked_at: Instant;
  /** Seconds in which the bot was there to do it. */
  present_s: Generated<number>;
  not_before: LaterInstant;
}

/** When the sender last looked at a schedule, and the times that the schedule had then. */
export interface ScheduleTable {
  readonly id: string;
  looked_at: Instant;
  timetable: string;
}

export interface Tables {
  run: RunTable;
  snapshot: SnapshotTable;
  digest: DigestTable;
  delivery: DeliveryTable;
  audit: AuditTable;
  learnt: LearntTable;
  task: TaskTable;
  schedule: ScheduleTable;
}

export type Run = Selectable<RunTable>;
export type Snapshot = Selectable<SnapshotTable>;
export type NewSnapshot = Insertable<SnapshotTable>;
export type DigestRow = Selectable<DigestTable>;
export type Delivery = Selectable<DeliveryTable>;
