import type { TrackedFigure } from '@answershare/core';
import { formatFault } from '../cells/fault-text.ts';
import { type Connection, selectAllowed, toHostName, toIdentity } from '../connection/connection.ts';
import { startingMeter } from '../connection/meter.ts';
import { CellError } from '../ports/cell.ts';
import type { FileFacts } from '../ports/file-facts.ts';
import { explainQuery } from '../query/explanation.ts';
import { findSource, toExplanationRows } from '../query/explanation-rows.ts';
import { listDiagnosis, readStatusFacts } from '../query/status-facts.ts';
import { answerChanges, answerHistory, type WebsiteList } from '../tracking/change-answers.ts';
import { historyRange } from '../tracking/history.ts';
import { readSeries, type TrackedSeries } from '../tracking/tracked-change.ts';
import { readOwnConnection, readServiceAddress } from './connection-properties.ts';
import { fileProperties, openFile } from './file.ts';
import { spreadsheetCalendar } from './function-context.ts';
import { type OpenedService, openService, readRecipesInUse, readStoredMeter } from './open-service.ts';
import { answerProperties, clearSlot, documentCache } from './platform.ts';
import { listStoredSince } from './stored-answers.ts';

/** The history's tab, readable by cells (Google: guides/sheets/functions). @throws CellError without one */
function readHistoryValues(): readonly (readonly unknown[])[] {
  const range = openFile().getRangeByName(historyRange);
  if (range === null) {
    throw new CellError(
      'no_history',
      'This file has no history yet. Press "Record today" under Reports in the sidebar.',
    );
  }
  return range.getSheet().getDataRange().getValues() as unknown[][];
}

/** The script's environment, as far as it is readable without an additional scope. */
interface ScriptEnvironment {
  readonly zone: string;
  readonly locale: string;
  readonly place: string;
  readonly cache: string;
  readonly properties: string;
}

function tryText(attempt: () => string): string {
  try {
    return attempt();
  } catch (thrown) {
    return `fails: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

/** A cell has no access to the user interface (Google: guides/authorization). */
function describePlace(): string {
  try {
    SpreadsheetApp.getUi();
    return 'menu, sidebar or trigger (FULL)';
  } catch {
    return 'a cell (CUSTOM_FUNCTION)';
  }
}

const probe = 'probe';

/** Writes nothing that stays. */
function readScriptEnvironment(): ScriptEnvironment {
  return {
    zone: tryText(() => openFile().getSpreadsheetTimeZone()),
    locale: tryText(() => openFile().getSpreadsheetLocale()),
    place: describePlace(),
    cache: tryText(() => {
      documentCache().putAll({ [probe]: 'kept' }, 60);
      const stored = documentCache().getAll([probe])[probe];
      clearSlot(probe);
      return stored === 'kept' ? 'keeps' : 'forgets at once';
    }),
    properties: tryText(() => {
      const names = fileProperties().getKeys();
      return `${names.length} kept`;
    }),
  };
}

/** Version of the package and digest of the pushed files. */
declare const BUILT_VERSION: string;

/** Time for a call with at most one request. */
const callMs = 20_000;

/** A value, or the error's text. */
function tryValue<T>(attempt: () => T): { readonly value: T | null; readonly fault: string | null } {
  try {
    return { value: attempt(), fault: null };
  } catch (thrown) {
    return { value: null, fault: formatFault(thrown) };
  }
}

/** Reads the history, and opens the service if the list of websites is needed. @throws CellError without a history */
function withSeries<T>(
  measure: TrackedFigure,
  answer: (series: readonly TrackedSeries[], websites: () => WebsiteList) => T,
): T {
  const { dateOfCell } = spreadsheetCalendar();
  const allowed = readOwnConnection()?.allowed ?? null;
  const series = selectAllowed(readSeries(readHistoryValues(), measure, dateOfCell), allowed);
  let service: OpenedService | null = null;
  try {
    return answer(series, () => {
      service ??= openService({ until: Date.now() + callMs });
      return { all: service.sources.websites().value, find: service.sources.website };
    });
  } finally {
    (service as OpenedService | null)?.close();
  }
}

const listAnswered = (connection: Connection | null, now: number): readonly number[] =>
  connection === null ? [] : listStoredSince(answerProperties(connection), toIdentity(connection), now);

/** What this file knows of its service from stored data. */
export const fileFacts: FileFacts = {
  status() {
    const now = Date.now();
    const connection = readOwnConnection();
    const meter = connection === null ? startingMeter(now) : readStoredMeter(connection, now);
    return readStatusFacts({ connection, meter, answeredAt: () => listAnswered(connection, now), now });
  },

  explain(query, period, name) {
    const source = findSource(name);
    if (query === null) return source;
    const now = Date.now();
    const service = openService({ until: now + callMs, paused: true });
    try {
      const explanation = explainQuery(query, service.connection, service.sources, now);
      const host = toHostName(service.connection.baseUrl);
      return [...source, ...toExplanationRows(explanation, host, query.endpoint, period)];
    } finally {
      service.close();
    }
  },

  changes: (query) => withSeries(query.measure, (series, websites) => answerChanges(query, series, websites)),

  history: (query) => withSeries(query.measure, (series, websites) => answerHistory(query, series, websites)),

  diagnose() {
    const now = Date.now();
    const { value: connection, fault: connectionFault } = tryValue(readOwnConnection);
    const meter = connection === null ? startingMeter(now) : readStoredMeter(connection, now);
    const answeredAt = listAnswered(connection, now);
    const address = tryValue(readServiceAddress);
    return listDiagnosis({
      version: BUILT_VERSION,
      address: address.value ?? address.fault ?? '',
      connection,
      recipes: connection === null ? {} : readRecipesInUse(connection),
      connectionFault,
      facts: readStatusFacts({ connection, meter, answeredAt: () => answeredAt, now }),
      meter,
      keptAnswers: answeredAt.length,
      ...readScriptEnvironment(),
      now,
    });
  },
};
