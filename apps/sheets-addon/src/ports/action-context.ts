import type {
  Authority,
  CalendarDate,
  DialectProfile,
  Endpoint,
  HeaderSample,
  LimitsRecipe,
  NameList,
  RateState,
  RecipeBook,
} from '@answershare/core';
import type { Translate } from '../texts/texts.ts';
import type { FileFacts } from './file-facts.ts';
import type { FunctionContext } from './function-context.ts';
import type { MailSender } from './mail-sender.ts';
import type { PropertyStore } from './property-store.ts';
import type { CellFault, CellQuery, QueryAnswer } from './query.ts';
import type { TriggerScheduler } from './trigger-scheduler.ts';
import type { Workbook } from './workbook.ts';

/** Dates as the file's cells hold them. */
export type Calendar = Pick<FunctionContext, 'dateCell' | 'dateOfCell' | 'today' | 'locale' | 'words'>;

/** A day of a website in a gateway's ledger; unknown figures are absent. */
export interface LedgerDay extends Partial<Pick<Authority, 'score' | 'components'>> {
  readonly date: CalendarDate;
  readonly max_score?: number;
  /** Per cent. */
  readonly share_of_voice?: number;
  /** Citations. */
  readonly total?: number;
}

/** The service for one action. */
export interface ServiceSession {
  query(queries: readonly CellQuery[]): readonly QueryAnswer[];
  /** The context of custom functions. */
  readonly context: FunctionContext;
  /** The days of each website in a gateway's ledger, from a date on; none if the service itself answers. */
  readHistory(websites: readonly string[], from: CalendarDate): readonly (readonly LedgerDay[])[];
  /** The dialect as known so far. */
  profile(): DialectProfile;
  /** Headers of new answers, without cached ones. */
  headers(): readonly HeaderSample[];
}

interface ServiceTerms {
  /** Time limit, milliseconds. Default 60,000. */
  readonly ms?: number;
  /** Older answers are requested again, milliseconds since the epoch. Default: the file's. */
  readonly freshFrom?: number;
  /** True to send nothing. Default: the file's. */
  readonly paused?: boolean;
  /** Replace the file's recipes. */
  readonly recipes?: RecipeBook;
  /** True for all websites of the key. Default: those that the file shows. */
  readonly everyWebsite?: boolean;
}

interface ConnectionState {
  readonly paused: boolean;
  /** When the last full refresh began, milliseconds since the epoch; 0 for none. */
  readonly freshFrom: number;
  /** Fingerprint of the key and its address. */
  readonly identity: string;
  /** Ids of the only websites that the file shows; null for all. */
  readonly allowed: readonly string[] | null;
  readonly names: NameList;
}

/** The environment of an action: file, service, stored data, clock and the user's language. */
export interface ActionContext {
  readonly workbook: Workbook;
  readonly properties: PropertyStore;
  readonly triggers: TriggerScheduler;
  readonly mail: MailSender;
  readonly t: Translate;
  readonly locale: string;
  /** When this execution began, milliseconds since the epoch. */
  readonly startedAt: number;
  now(): number;
  sleep(ms: number): void;
  /** `2026-11-21 14:05` or `14:05:30` in the file's zone. */
  formatInstant(instant: number, pattern?: 'HH:mm:ss' | 'yyyy-MM-dd HH:mm'): string;
  readonly calendar: Calendar;
  /** Opens the service for one use. @throws CellError without a connection */
  withService<T>(terms: ServiceTerms, use: (session: ServiceSession) => T): T;
  /** The key's limits as the last answers stated them; null without a connection. */
  meter(): QuotaMeter | null;
  /** Queries that failed and that formulas may still show, by cache key. */
  readonly failedQueries: {
    list(): readonly string[];
    set(slots: readonly string[], isFailed: boolean): void;
  };
  /** What the file knows of its service. */
  readonly file: FileFacts;
  /** Runs a function under the file's lock. @throws CellError if the lock is not available in time */
  withLock<T>(run: () => T): T;
  readonly connection: {
    /** Null without a connection. */
    status(): ConnectionState | null;
    setPaused(paused: boolean): void;
    /** Stores which websites the file shows, and how many these are. */
    setAllowed(allowed: readonly string[] | null, websites: number): void;
    setNames(names: NameList): void;
    /** All recipes in use. */
    recipes(): RecipeBook;
    /** Stores the result of an inspection. */
    storeLearnt(
      part: { profile: DialectProfile; websites: number } | { recipes: RecipeBook; limits?: LimitsRecipe },
    ): void;
    /** Records that a refresh ended now. If `freshFrom` is given, older answers no longer count as fresh. */
    recordRefresh(freshFrom: number | null): void;
  };
}

export interface KeyTrouble extends CellFault {
  /** When it was last met, milliseconds since the epoch. */
  readonly at: number;
  /** When it ends, as far as known. */
  readonly until: number;
  /** What an unreadable answer is about. */
  readonly endpoint?: Endpoint;
  readonly reference?: string;
  /** When the older answer came that cells show instead, milliseconds since the epoch; null without one. */
  readonly shownFrom?: number | null;
}

/** The use of a file's key, from answers that the file received itself. */
export interface QuotaMeter {
  /** Requests since the day began; a lower bound, since executions run in parallel and others use the key. Only grows. */
  readonly spent: number;
  /** When `spent` is reset: the service's statement, else midnight UTC. */
  readonly dayEnds: number;
  /** The limits as the last answers stated them. */
  readonly rate: RateState;
  /** Limits that the last successful answers stated; null if none did. */
  readonly planLimits: { readonly perMinute: number | null; readonly perDay: number | null };
  /** When the service stated the minute and the day of `rate`; 0 for never. */
  readonly at: number;
  readonly dayAt: number;
  /** When the last successful answer came; 0 for never. */
  readonly answeredAt: number;
  /** The last distinct ones, newest first. */
  readonly troubles: readonly KeyTrouble[];
}
