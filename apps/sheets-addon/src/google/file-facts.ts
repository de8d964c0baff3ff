import { faultText } from '../cells/fault-text.ts';
import { readConnection } from '../connection/connection.ts';
import { diagnosis } from '../service/diagnosis.ts';
import { explanation } from '../service/explanation.ts';
import type { FileFacts } from '../service/file-facts.ts';
import { startingMeter } from '../service/meter.ts';
import { statusFacts } from '../service/status-facts.ts';
import { trackedChanges } from '../service/tracked-changes.ts';
import { seriesIn } from '../service/tracked-series.ts';
import { spreadsheetCalendar } from './calendar.ts';
import { historyValues } from './history.ts';
import { keptMeter } from './kept-meter.ts';
import { keptSince } from './kept-properties.ts';
import { openService, type Service } from './open-service.ts';
import { storedConnection } from './properties.ts';
import { recipesOf } from './recipes-in-use.ts';
import { serviceAddress } from './service-address.ts';
import { surroundings } from './surroundings.ts';

/** Version of the package and digest of the files that were pushed. */
declare const BUILT_VERSION: string;

/** Time for what needs no request, or one. */
const callMs = 20_000;

/** A value, or the text of why there is none. */
function orFault<T>(attempt: () => T): { readonly value: T | null; readonly fault: string | null } {
  try {
    return { value: attempt(), fault: null };
  } catch (thrown) {
    return { value: null, fault: faultText(thrown) };
  }
}

/** What this file knows of its service, from what it keeps. */
export const fileFacts: FileFacts = {
  status() {
    const now = Date.now();
    const connection = readConnection(storedConnection(), serviceAddress);
    const meter = connection === null ? startingMeter(now) : keptMeter(connection, now);
    return statusFacts({ connection, meter, answeredAt: keptSince(now), now });
  },

  explain(ask) {
    const now = Date.now();
    const service = openService({ until: now + callMs, paused: true });
    try {
      return explanation(ask, service.connection, service.sources, now);
    } finally {
      service.close();
    }
  },

  changes(asked) {
    const { dateOfCell } = spreadsheetCalendar();
    const series = seriesIn(historyValues(), asked.measure, dateOfCell);
    let service: Service | null = null;
    try {
      return trackedChanges(asked, series, () => {
        service ??= openService({ until: Date.now() + callMs });
        return service.sources.websites().value;
      });
    } finally {
      (service as Service | null)?.close();
    }
  },

  diagnose() {
    const now = Date.now();
    const { value: connection, fault: connectionFault } = orFault(() =>
      readConnection(storedConnection(), serviceAddress),
    );
    const meter = connection === null ? startingMeter(now) : keptMeter(connection, now);
    const answeredAt = keptSince(now);
    const address = orFault(serviceAddress);
    return diagnosis({
      version: BUILT_VERSION,
      address: address.value ?? address.fault ?? '',
      connection,
      recipes: connection === null ? {} : recipesOf(connection),
      connectionFault,
      facts: statusFacts({ connection, meter, answeredAt, now }),
      meter,
      keptAnswers: answeredAt.length,
      ...surroundings(),
      now,
    });
  },
};
