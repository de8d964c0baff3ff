import { type HttpOutcome, type RateState, readLimits, specifiedLimits } from '@answershare/core';
import { type Connection, readConnection, toIdentity, writeConnection } from '../connection/connection.ts';
import type { ActionContext, QuotaMeter } from '../ports/action-context.ts';
import { CellError } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { MailSender } from '../ports/mail-sender.ts';
import { type BodyAnswer, type CellQuery, type QueryAnswer, toBodyQueries } from '../ports/query.ts';
import { toLanguage } from '../texts/language.ts';
import { createTranslate } from '../texts/texts.ts';
import { readConnectionText, readServiceAddress, storeConnection } from './connection-properties.ts';
import { fileFacts } from './file-facts.ts';
import { spreadsheetCalendar } from './function-context.ts';
import { takeOutcomes } from './http.ts';
import { openService, readRecipesInUse, readStoredMeter } from './open-service.ts';
import { formatInstant } from './platform.ts';
import { documentProperties } from './property-store.ts';
import { documentTriggers } from './trigger-scheduler.ts';
import { activeWorkbook } from './workbook.ts';

type Limit = RateState['minute'];

/** Concurrent answers arrive in any order: the state with less left is the later one. */
function selectLater(one: Limit, other: Limit): Limit {
  if (one.remaining === null) return other;
  return other.remaining === null || one.remaining <= other.remaining ? one : other;
}

const toRate = (outcome: HttpOutcome, connection: Connection, now: number): readonly RateState[] =>
  outcome.ok ? [readLimits(connection.profile.limits ?? specifiedLimits, outcome.headers, now)] : [];

/** The key's limits, including what this execution received since the last call. */
function readMeterNow(connection: Connection, before: QuotaMeter | null): QuotaMeter {
  const now = Date.now();
  const meter = before ?? readStoredMeter(connection, now);
  const rates = takeOutcomes().flatMap((outcome) => toRate(outcome, connection, now));
  if (rates.length === 0) return meter;
  const minute = rates.map((rate) => rate.minute).reduce(selectLater);
  const day = rates.map((rate) => rate.day).reduce(selectLater);
  return {
    ...meter,
    at: minute.remaining === null ? meter.at : now,
    rate: {
      minute: minute.remaining === null ? meter.rate.minute : minute,
      day: day.remaining === null ? meter.rate.day : day,
      retryAfterMs: null,
      unread: meter.rate.unread,
    },
  };
}

/**
 * The user's language, such as `de`. Google does not document whether it is readable in every AuthMode without a scope
 * (guides/sheets/functions lists it for custom functions only). English if it is not.
 */
export function readUserLocale(): string {
  try {
    return Session.getActiveUserLocale();
  } catch (thrown) {
    console.info(`The user's locale could not be read: ${String(thrown)}`);
    return 'en';
  }
}

const lockMs = 10_000;

function readOwnConnection(): Connection | null {
  return readConnection(readConnectionText(), readServiceAddress);
}

function changeConnection(part: Partial<Omit<Connection, 'key' | 'baseUrl' | 'epoch' | 'shared'>>): void {
  const connection = readOwnConnection();
  if (connection === null) throw new CellError('not_connected', 'This file has no API key yet.');
  storeConnection(writeConnection({ ...connection, ...part }));
}

/** False in a build without mails, whose manifest has two scopes less. */
declare const BUILT_WITH_MAIL: boolean;

const mailScopes = ['script.send_mail', 'userinfo.email'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** MailApp, with its quota of recipients a day (Google: guides/services/quotas). */
const userMail: MailSender = {
  isAvailable: BUILT_WITH_MAIL,
  requestConsent() {
    ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, mailScopes);
  },
  sendToUser(subject, body) {
    MailApp.sendEmail(Session.getEffectiveUser().getEmail(), subject, body);
  },
};

export function openActionContext(): ActionContext {
  const workbook = activeWorkbook();
  const calendar = spreadsheetCalendar();
  const locale = readUserLocale();
  let lastMeter: QuotaMeter | null = null;
  let connection: Connection | null = null;
  const meter = (): QuotaMeter | null => {
    connection ??= readOwnConnection();
    lastMeter = connection === null ? null : readMeterNow(connection, lastMeter);
    return lastMeter;
  };
  return {
    workbook,
    properties: documentProperties(),
    triggers: documentTriggers(),
    mail: userMail,
    locale,
    t: createTranslate(toLanguage(locale)),
    calendar,
    meter,
    file: fileFacts,
    startedAt: Date.now(),
    now: () => Date.now(),
    sleep: (ms) => Utilities.sleep(ms),
    formatInstant: (instant, pattern = 'yyyy-MM-dd HH:mm') => formatInstant(instant, pattern),
    withService({ ms, ...terms }, use) {
      const service = openService({ until: Date.now() + ms, ...terms });
      const query = (queries: readonly CellQuery[]): readonly QueryAnswer[] => service.query(queries);
      const cellContext: FunctionContext = {
        ...calendar,
        query: query as FunctionContext['query'],
        bodies: (queries) => query(toBodyQueries(queries)) as readonly BodyAnswer[],
        file: fileFacts,
      };
      try {
        return use({
          query,
          context: cellContext,
          profile: () => service.sources.client().profile(),
          headers: () => service.sources.client().headers(),
        });
      } finally {
        service.close();
      }
    },
    withLock(run) {
      const lock = LockService.getDocumentLock();
      if (lock !== null && !lock.tryLock(lockMs)) {
        throw new CellError(
          'pending',
          'Somebody else in this file is doing the same. Try again in a minute.',
        );
      }
      try {
        return run();
      } finally {
        lock?.releaseLock();
      }
    },
    connection: {
      status() {
        const connection = readOwnConnection();
        return connection === null
          ? null
          : { paused: connection.paused, freshFrom: connection.freshFrom, identity: toIdentity(connection) };
      },
      setPaused: (paused) => changeConnection({ paused }),
      recipes() {
        const connection = readOwnConnection();
        return connection === null ? {} : readRecipesInUse(connection);
      },
      storeLearnt(part) {
        const own = readOwnConnection();
        if (!('recipes' in part)) return changeConnection(part);
        const { limits } = part;
        const recipes = { ...own?.recipes, ...part.recipes };
        changeConnection({ recipes, ...(own && limits ? { profile: { ...own.profile, limits } } : {}) });
      },
      recordRefresh: (freshFrom) =>
        changeConnection({ refreshedAt: Date.now(), ...(freshFrom === null ? {} : { freshFrom }) }),
    },
  };
}
