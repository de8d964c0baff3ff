import { type Connection, toIdentity, writeConnection } from '../connection/connection.ts';
import type { ActionContext } from '../ports/action-context.ts';
import { CellError } from '../ports/cell.ts';
import type { FunctionContext } from '../ports/function-context.ts';
import type { MailSender } from '../ports/mail-sender.ts';
import { type BodyAnswer, type CellQuery, type QueryAnswer, toBodyQueries } from '../ports/query.ts';
import { createTranslate, toLanguage } from '../texts/texts.ts';
import { readOwnConnection, storeConnection } from './connection-properties.ts';
import { fileFacts } from './file-facts.ts';
import { spreadsheetCalendar } from './function-context.ts';
import { readGatewayHistory } from './http.ts';
import { openService, readRecipesInUse, readStoredMeter } from './open-service.ts';
import { formatInstant } from './platform.ts';
import { documentProperties } from './property-store.ts';
import { failedQueries } from './stored-answers.ts';
import { documentTriggers } from './trigger-scheduler.ts';
import { activeWorkbook } from './workbook.ts';

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
export const userMail: MailSender = {
  isAvailable: BUILT_WITH_MAIL,
  requestConsent() {
    ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, mailScopes);
  },
  readUserEmail() {
    try {
      return BUILT_WITH_MAIL ? Session.getActiveUser().getEmail() : '';
    } catch (thrown) {
      console.info(`The user's address could not be read: ${String(thrown)}`);
      return '';
    }
  },
  sendToUser(subject, body) {
    MailApp.sendEmail(Session.getEffectiveUser().getEmail(), subject, body);
  },
};

export function openActionContext(): ActionContext {
  const workbook = activeWorkbook();
  const calendar = spreadsheetCalendar();
  const locale = readUserLocale();
  let connection: Connection | null = null;
  return {
    workbook,
    properties: documentProperties(),
    triggers: documentTriggers(),
    mail: userMail,
    locale,
    t: createTranslate(toLanguage(locale)),
    calendar,
    meter() {
      connection ??= readOwnConnection();
      return connection === null ? null : readStoredMeter(connection, Date.now());
    },
    failedQueries,
    file: fileFacts,
    startedAt: Date.now(),
    now: () => Date.now(),
    sleep: (ms) => Utilities.sleep(ms),
    formatInstant: (instant, pattern = 'yyyy-MM-dd HH:mm') => formatInstant(instant, pattern),
    withService({ ms = 60_000, ...terms }, use) {
      const service = openService({ until: Date.now() + ms, ...terms });
      const query = (queries: readonly CellQuery[]): readonly QueryAnswer[] => service.query(queries);
      const cellContext: FunctionContext = {
        ...calendar,
        isNested: () => false,
        query: query as FunctionContext['query'],
        bodies: (queries) => query(toBodyQueries(queries)) as readonly BodyAnswer[],
        file: fileFacts,
      };
      try {
        return use({
          query,
          context: cellContext,
          readHistory: (websites, from) => readGatewayHistory(service.connection, websites, from),
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
        if (connection === null) return null;
        const { paused, freshFrom, allowed, names } = connection;
        return { paused, freshFrom, allowed, names, identity: toIdentity(connection) };
      },
      setPaused: (paused) => changeConnection({ paused }),
      setAllowed: (allowed, websites) => changeConnection({ allowed, websites }),
      setNames: (names) => changeConnection({ names }),
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
