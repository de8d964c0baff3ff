import type { Endpoint } from '@answershare/core';
import type { DeliveryReading } from '@answershare/core/webhooks';
import type { ColumnType, Generated, Insertable, Kysely, Selectable } from 'kysely';
import type { ChannelKind } from '../settings/channels.ts';

type Instant = ColumnType<Date, Date, Date>;
type OptionalInstant = ColumnType<Date | null, Date | null, Date | null>;
/** Null if an insert omits it. */
type Later<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

/**
 * One schedule in one ISO week. `planned`: digests are missing; `composed`: all are frozen; `held`: a person decides;
 * `sent`: a person says so.
 */
interface RunTable {
  readonly id: string;
  readonly schedule_id: string;
  /** The reported ISO week, in the schedule's zone: `2026-W47`. */
  readonly period_key: string;
  state: 'planned' | 'composed' | 'skipped' | 'held' | 'sent';
  reason: string | null;
  readonly planned_at: Instant;
  /** The last instant of its snapshots, if it waited for them; else null for `planned_at`. */
  data_until: Later<Date>;
  /** JSON of what decided its digest, as of the first message; null before that and for runs of earlier versions. */
  parameters: Later<string>;
  /** {@link TaskTable.present_s} of the sender when the run was planned or reopened. */
  since_s: Generated<number>;
}

/** One endpoint's answer about one website on one UTC day; `failure` replaces an answer. */
interface SnapshotTable {
  /** `*` for the list of websites. */
  readonly website_id: string;
  readonly endpoint: Endpoint;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** The body's text, also of an unreadable one; null after 14 days. */
  raw: string | null;
  /** JSON of the figures (`selectFigures`). */
  parsed: string | null;
  /** JSON of the cited pages (`selectCitedPages`); null for other endpoints and for a feed without dates. */
  cited_pages: Later<string>;
  taken_at: Instant;
  form: string | null;
  failure: string | null;
  /** JSON of StoredFault; null for an answer, for another error, and for one of an earlier version. */
  fault: Later<string>;
  /** When a failed question may be retried; null for an answer. */
  next_attempt_at: Later<Date>;
  /** Days that the answer covers, where it states them. */
  window_days: Later<number>;
  /** The observed change of the body's shape, if it was read nevertheless. */
  changed: Later<string>;
}

/** A frozen mail or message of a channel; a retry sends these bytes. */
interface DigestTable {
  readonly id: string;
  readonly run_id: string;
  readonly recipient_hash: string;
  /** A mail address, or the id of a channel. */
  readonly recipient: string;
  readonly recipient_name: string | null;
  /** JSON of Copies; null without any. */
  readonly copies: string | null;
  readonly channel: ChannelKind | null;
  readonly subject: string;
  readonly body_id: string;
  /** JSON: the texts for the placeholders of the body. */
  readonly inserts: string;
  readonly composed_at: Instant;
}

/** What the digests of a run share, once. */
interface BodyTable {
  readonly id: string;
  readonly html: string;
  /** The text part; the JSON body for a channel. */
  readonly text: string;
  /** JSON: the cids of its files. */
  readonly attachments: string;
}

/** `withdrawn`: its reader left the settings, or was suppressed, before it was sent. */
export type DeliveryState =
  | 'ready'
  | 'claimed'
  | 'body_released'
  | 'sent'
  | 'refused'
  | 'uncertain'
  | 'withdrawn';

interface DeliveryTable {
  readonly digest_id: string;
  state: DeliveryState;
  attempts: number;
  /** Grows with every claim; a lost claim cannot release a body. */
  fence: number;
  worker: number | null;
  readonly message_id: string;
  smtp_code: number | null;
  reason: string | null;
  next_attempt_at: OptionalInstant;
  changed_at: Instant;
  /** When it was last claimed; null before the first attempt. */
  attempted_at: Later<Date>;
  /** {@link TaskTable.present_s} of the sender when it became ready. */
  since_s: Generated<number>;
  /** The service that may have accepted it, and that can decide; null without one. */
  repeat_by: Later<string>;
  /** When it no longer can. */
  repeat_until: Later<Date>;
}

interface AuditTable {
  readonly id: Generated<number>;
  readonly at: Instant;
  readonly subject: string;
  readonly event: string;
  readonly detail: string | null;
}

/** The learnt dialect of a service. */
interface LearntTable {
  readonly service: string;
  profile: string;
  /** JSON of a RecipeBook, without configured recipes. */
  recipes: string | null;
}

/**
 * A loop of the bot: its last run, and the end of its pause. `answer` is the last answer of the service, `doubt` the last
 * check at which the clock was in doubt. `moved` marks a ledger that `store move` copied.
 */
interface TaskTable {
  /** `collect` or `collect NAME` of a service. */
  readonly name: 'send' | `collect${string}` | 'answer' | 'doubt' | 'moved';
  looked_at: Instant;
  /** Uptime, seconds. */
  present_s: Generated<number>;
  not_before: Later<Date>;
  /** The `Date` of the answer. */
  service_time: Later<Date>;
  /** Of `send`: {@link Store.place} at its last run. Of `moved`: the new place. */
  place: Later<string>;
}

/** When the sender last checked a schedule, and its times then. */
interface ScheduleTable {
  readonly id: string;
  looked_at: Instant;
  timetable: string;
}

interface FileTable {
  readonly cid: string;
  readonly filename: string;
  readonly content_type: string;
  /** Base64. */
  readonly content: string;
  readonly disposition: 'inline' | 'attachment';
}

/** One row: the key of the ledger, which at first named web copies alone. */
interface WebCopyKeyTable {
  readonly id: number;
  readonly value: string;
}

/** The last check of an alert (`website_id` is `*`), and the websites of which its condition held. */
interface AlertTable {
  readonly id: string;
  readonly website_id: string;
  /** The newest answer at that check. */
  checked_at: Instant;
  /** `YYYY-MM-DD` in the alert's zone. */
  held_on: string | null;
}

/** A recipient or channel that gets no digest in a run, and why. */
interface WithheldTable {
  readonly run_id: string;
  readonly recipient_hash: string;
  /** A mail address, or the id of a channel. */
  readonly recipient: string;
  readonly reason: string;
}

/** An event of a day; `website` is a reference, or `*`. */
interface NoteTable {
  readonly day: string;
  readonly text: string;
  readonly website: string;
  readonly noted_at: Instant;
}

/** An address that gets no mail, and why. */
interface SuppressionTable {
  readonly recipient_hash: string;
  readonly recipient: string;
  readonly reason: 'unsubscribed' | 'bounced' | 'complained' | 'by hand';
  /** Where it comes from: a command, a page, a mail server, a provider. */
  readonly source: string;
  readonly at: Instant;
}

/** Hard bounces of an address since its last mail that arrived. */
interface BounceTable {
  readonly recipient_hash: string;
  count: number;
  /** Identifies the last attempt. */
  attempt: string;
  at: Instant;
}

/** A verified delivery of the service (specification §6). */
interface ServiceEventTable {
  /** Its id, else the hash of its body. */
  readonly key: string;
  /** `unknown` means nothing: it is of no kind of the specification, or too old. */
  readonly kind: DeliveryReading['kind'];
  readonly wire_name: string | null;
  /** An id of the service; null for none. */
  readonly website: string | null;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly received_at: Instant;
}

/** The last status of a host that runs the bot. */
interface StatusTable {
  readonly host: string;
  at: Instant;
  /** JSON of BotStatus. */
  report: string;
}

/** A problem of which people were notified on a day. */
interface NoticeTable {
  readonly cause: string;
  readonly subject: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  is_over: Generated<boolean>;
}

/** A key of the gateway. Its text is in no table. */
export interface GatewayKeyTable {
  readonly id: string;
  /** SHA-256 of the text. */
  readonly hash: string;
  readonly name: string;
  /** JSON: ids of websites; null for all. */
  readonly websites: string | null;
  readonly per_minute: number;
  readonly per_day: number;
  readonly created_at: Instant;
  readonly expires_at: Later<Date>;
  revoked_at: Later<Date>;
  last_used_at: Later<Date>;
}

interface GatewayUseTable {
  readonly key_id: string;
  readonly span: string;
  requests: number;
}

/** An entry of the cache that all processes share. Its key holds no secret. */
interface SharedAnswerTable {
  readonly key: string;
  text: string;
  until: Instant;
}

interface SharedLockTable {
  readonly name: string;
  owner: string;
  until: Instant;
}

export interface Tables {
  alert: AlertTable;
  run: RunTable;
  snapshot: SnapshotTable;
  body: BodyTable;
  digest: DigestTable;
  file: FileTable;
  web_copy_key: WebCopyKeyTable;
  delivery: DeliveryTable;
  audit: AuditTable;
  learnt: LearntTable;
  task: TaskTable;
  schedule: ScheduleTable;
  withheld: WithheldTable;
  status: StatusTable;
  notice: NoticeTable;
  note: NoteTable;
  suppression: SuppressionTable;
  bounce: BounceTable;
  service_event: ServiceEventTable;
  gateway_key: GatewayKeyTable;
  gateway_use: GatewayUseTable;
  shared_answer: SharedAnswerTable;
  shared_lock: SharedLockTable;
}

export type Database = Kysely<Tables>;

export type RunRow = Selectable<RunTable>;
export type SnapshotRow = Selectable<SnapshotTable>;
export type NewSnapshotRow = Insertable<SnapshotTable>;
export type BodyRow = Selectable<BodyTable>;
export type DigestRow = Selectable<DigestTable>;
export type ServiceEventRow = Selectable<ServiceEventTable>;
export type SuppressionRow = Omit<Selectable<SuppressionTable>, 'recipient_hash'>;
export type DeliveryRow = Selectable<DeliveryTable>;
