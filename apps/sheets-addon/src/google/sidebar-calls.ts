import { isApiError } from '@answershare/core';
import { type ActionName, actions, isActionName } from '../actions/actions.ts';
import { freezeTab } from '../actions/freeze-tab.ts';
import { runSchedule } from '../actions/run-schedule.ts';
import { endSchedule } from '../actions/set-schedule.ts';
import { toCellFault } from '../cells/fault-text.ts';
import {
  type ConnectAnswer,
  type Connection,
  createConnection,
  type FailedAnswer,
  type StatusAnswer,
  toConnectionStatus,
  toHostName,
  writeConnection,
} from '../connection/connection.ts';
import { findKeyRefusal } from '../connection/meter.ts';
import { CellError } from '../ports/cell.ts';
import { openActionContext, userMail } from './action-context.ts';
import {
  forgetConnection,
  readOwnConnection,
  readServiceAddress,
  storeConnection,
} from './connection-properties.ts';
import { openFile } from './file.ts';
import { assertNotInCell } from './menu.ts';
import { openConnection, readRecipesInUse, readStoredMeter } from './open-service.ts';
import { formatInstant } from './platform.ts';
import { documentProperties } from './property-store.ts';
import { removeStored } from './stored-answers.ts';
import { documentTriggers } from './trigger-scheduler.ts';

/** Half of it is for the one request. */
const connectMs = 25_000;

function toSidebarAnswer<T>(answer: () => T): T | FailedAnswer {
  assertNotInCell();
  try {
    return answer();
  } catch (thrown) {
    return { ok: false, ...toCellFault(thrown, 'sidebar', formatInstant) };
  }
}

/**
 * Tries a key with one request for the list of websites, and stores it only if it works. Otherwise an earlier key
 * stays. A list that no recipe reads counts as success: the sidebar's page inspects it next.
 */
export function connect(key: unknown): ConnectAnswer {
  return toSidebarAnswer(() => {
    const now = Date.now();
    const connection: Connection = {
      ...createConnection(key, readServiceAddress(), Utilities.getUuid().slice(0, 8)),
      connectedAt: now,
      connectedBy: userMail.readUserEmail(),
    };
    const service = openConnection(connection, { until: now + connectMs, freshFrom: now, isTrial: true });
    try {
      const { fault } = service.sources.websites().meta;
      if (fault !== null) throw fault;
    } catch (thrown) {
      if (!isApiError(thrown) || thrown.kind !== 'shape') {
        service.close();
        removeStored(connection.epoch);
        throw thrown;
      }
    }
    storeConnection(writeConnection(connection));
    service.close();
    return toConnectionStatus(connection, readRecipesInUse(connection), null);
  });
}

function readStatus(): StatusAnswer {
  const connection = readOwnConnection();
  if (connection !== null) {
    return toConnectionStatus(
      connection,
      readRecipesInUse(connection),
      findKeyRefusal(readStoredMeter(connection, Date.now())),
    );
  }
  return { ok: true, connected: false, host: toHostName(readServiceAddress()) };
}

/** Removes the file's key and ends the schedule. The workspace's key, if any, then applies. */
export function disconnect(): StatusAnswer {
  return toSidebarAnswer(() => {
    forgetConnection();
    endSchedule({ triggers: documentTriggers(), properties: documentProperties() });
    return readStatus();
  });
}

/** The status of the connection, without a request. */
export function readConnectionStatus(): StatusAnswer {
  return toSidebarAnswer(readStatus);
}

/** Runs one of the sidebar's actions. */
export function runAction(
  name: unknown,
  input: unknown,
): { readonly ok: true; readonly done: unknown } | FailedAnswer {
  return toSidebarAnswer(() => {
    if (!isActionName(name)) throw new CellError('bad_request', 'The add-on has no such action.');
    const action = actions[name as ActionName] as (
      context: ReturnType<typeof openActionContext>,
      input: unknown,
    ) => unknown;
    return { ok: true, done: action(openActionContext(), input) } as const;
  });
}

/** For the menu: freezes the active tab and shows the result, or the fault, on the sheet. */
export function runFreezeTab(): void {
  const answer = toSidebarAnswer(() => freezeTab(openActionContext()));
  openFile().toast(answer.sentence, 'Answershare', -1);
}

/** The event of a time-driven trigger (Google: guides/triggers/events). */
interface TriggerEvent {
  readonly triggerUid?: unknown;
}

/** Runs the schedule. A cell cannot pass an event and may not write anyway. */
export function runTrigger(event: TriggerEvent | undefined): void {
  const trigger = typeof event === 'object' && event !== null ? event.triggerUid : undefined;
  if (typeof trigger !== 'string' && typeof trigger !== 'number') {
    throw new Error('[not_in_cells] This is run by its trigger only. Save a schedule in the sidebar.');
  }
  runSchedule(openActionContext(), String(trigger));
}
