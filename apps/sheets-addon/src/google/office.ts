import type { Office } from '../actions/office.ts';
import { type Answer, type Ask, type BodyAnswer, forBodies } from '../asks/ask.ts';
import { Refusal } from '../cells/refusal.ts';
import { type Connection, identityOf, readConnection, writeConnection } from '../connection/connection.ts';
import type { Desk } from '../desk.ts';
import type { Meter } from '../service/meter.ts';
import { languageOf } from '../words/language.ts';
import { sayIn } from '../words/words.ts';
import { documentAlarm } from './alarm.ts';
import { spreadsheetCalendar } from './calendar.ts';
import { documentDrawer } from './drawer.ts';
import { fileFacts } from './file-facts.ts';
import { meterNow } from './meter.ts';
import { openService } from './open-service.ts';
import { storeConnection, storedConnection } from './properties.ts';
import { recipesOf } from './recipes-in-use.ts';
import { serviceAddress } from './service-address.ts';
import { userLocale } from './user-locale.ts';
import { activeWorkbook } from './workbook.ts';

const patienceMs = 10_000;

function connection(): Connection | null {
  return readConnection(storedConnection(), serviceAddress);
}

function change(part: Partial<Omit<Connection, 'key' | 'baseUrl' | 'epoch' | 'shared'>>): void {
  const now = connection();
  if (now === null) throw new Refusal('not_connected', 'This file has no API key yet.');
  storeConnection(writeConnection({ ...now, ...part }));
}

/** The surroundings of one action in this document. */
export function openOffice(): Office {
  const workbook = activeWorkbook();
  const calendar = spreadsheetCalendar();
  const locale = userLocale();
  let heard: Meter | null = null;
  let standing: Connection | null = null;
  const meter = (): Meter | null => {
    standing ??= connection();
    heard = standing === null ? null : meterNow(standing, heard);
    return heard;
  };
  return {
    workbook,
    drawer: documentDrawer(),
    alarm: documentAlarm(),
    locale,
    say: sayIn(languageOf(locale)),
    calendar,
    meter,
    file: fileFacts,
    startedAt: Date.now(),
    now: () => Date.now(),
    sleep: (ms) => Utilities.sleep(ms),
    shown: (instant) => Utilities.formatDate(new Date(instant), workbook.zone, 'yyyy-MM-dd HH:mm'),
    receive({ ms, ...terms }, use) {
      const service = openService({ until: Date.now() + ms, ...terms });
      const ask = (asks: readonly Ask[]): readonly Answer[] => service.answer(asks);
      const desk: Desk = {
        ...calendar,
        ask: ask as Desk['ask'],
        bodies: (asks) => ask(forBodies(asks)) as readonly BodyAnswer[],
        file: fileFacts,
      };
      try {
        return use({
          answer: ask,
          desk,
          profile: () => service.sources.client().profile(),
          headers: () => service.sources.client().headers(),
        });
      } finally {
        service.close();
      }
    },
    alone(act) {
      const lock = LockService.getDocumentLock();
      if (lock !== null && !lock.tryLock(patienceMs)) {
        throw new Refusal('pending', 'Somebody else in this file is doing the same. Try again in a minute.');
      }
      try {
        return act();
      } finally {
        lock?.releaseLock();
      }
    },
    connection: {
      status() {
        const now = connection();
        return now === null
          ? null
          : { paused: now.paused, freshFrom: now.freshFrom, identity: identityOf(now) };
      },
      pause: (paused) => change({ paused }),
      recipes() {
        const now = connection();
        return now === null ? {} : recipesOf(now);
      },
      learnt(part) {
        const own = connection();
        if (!('recipes' in part)) return change(part);
        const { limits } = part;
        const recipes = { ...own?.recipes, ...part.recipes };
        change({ recipes, ...(own && limits ? { profile: { ...own.profile, limits } } : {}) });
      },
      refreshed: (freshFrom) =>
        change({ refreshedAt: Date.now(), ...(freshFrom === null ? {} : { freshFrom }) }),
    },
  };
}
