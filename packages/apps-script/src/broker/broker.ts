import { ServiceFault } from '../protocol/errors.ts';
import type { BrokerCalls, Reply, SentMail } from '../protocol/host-calls.ts';
import { checkSleepTime, limits } from '../protocol/limits.ts';
import { clearArea, pasteValues, readArea, writeArea } from '../spreadsheet/cell-access.ts';
import type { Spreadsheet } from '../spreadsheet/spreadsheet.ts';
import { findCounter, type Latency, type ServiceCall } from './call-counters.ts';
import { timeoutFailure } from './executions.ts';
import { type CallContext, SharedState, type SharedStateSetup } from './shared-state.ts';

type SheetOperation = Extract<keyof BrokerCalls, `sheet.${string}` | `document.${string}`>;
type SheetCalls = { [Op in SheetOperation]: BrokerCalls[Op] };

/** SpreadsheetApp's calls: each reads or writes the document once. */
function createSheetCalls(book: Spreadsheet): SheetCalls {
  const done = (_work: unknown): null => null;
  return {
    'document.read': () => book.properties,
    'document.write': (change) => done(Object.assign(book.properties, change)),
    'sheet.tabs': () =>
      book.tabs.map((tab) => {
        const { rows, columns } = tab.extent();
        return { ...tab.properties, lastRow: rows, lastColumn: columns };
      }),
    'sheet.insert': (name, index) => book.insertTab(name, index).properties.id,
    'sheet.delete': (tab) => done(book.deleteTab(tab)),
    'sheet.copy': (tab) => book.copyTab(tab).properties.id,
    'sheet.paste-values': (from, to) => done(pasteValues(book, from, to)),
    'sheet.change': (tab, { name, ...change }) => {
      if (name !== undefined) book.rename(tab, name);
      return done(Object.assign(book.tab(tab).properties, change));
    },
    'sheet.resize': (tab, side, change, at, count) => done(book.resize(tab, side, change, at, count)),
    'sheet.area': (a1, tab) => book.area(a1, tab ?? book.selection.range.tab),
    'sheet.read': (area, field) => readArea(book, area, field),
    'sheet.write': (area, field, values) => done(writeArea(book, area, field, values)),
    'sheet.clear': (area, parts) => done(clearArea(book, area, parts)),
    'sheet.append': (id, values) => {
      const tab = book.tab(id);
      const row = tab.extent().rows + 1;
      if (row > tab.properties.maxRows) book.resize(id, 'rows', 'insert', row, 1);
      const missing = values.length - tab.properties.maxColumns;
      if (missing > 0) book.resize(id, 'columns', 'insert', tab.properties.maxColumns + 1, missing);
      return done(
        writeArea(book, { tab: id, row, column: 1, rows: 1, columns: values.length }, 'value', [values]),
      );
    },
    'sheet.selection': () => book.selection,
    'sheet.select': (range, cell) => done(book.select(range, cell ?? undefined)),
    'sheet.activate': (tab) => done(book.activate(tab)),
    'sheet.names': () => [...book.names].map(([name, area]) => ({ name, area })),
    'sheet.name': (name, area) => done(book.setName(name, area)),
    'sheet.charts': (tab) => book.tab(tab).charts,
    'sheet.chart': (id, chart) => {
      const tab = book.tab(id);
      const known = tab.charts.findIndex((other) => other.id === chart.id);
      if (known < 0) tab.charts.push({ ...chart, id: book.nextChartId() });
      else tab.charts[known] = chart;
      return known < 0 ? (tab.charts.at(-1)?.id ?? 0) : chart.id;
    },
    'sheet.drop-chart': (id, chart) => {
      const tab = book.tab(id);
      tab.charts = tab.charts.filter((other) => other.id !== chart);
      return null;
    },
    'sheet.toast': (message, title, seconds) => done(book.toasts.push({ message, title, seconds })),
  };
}

/** Throws if a mail cannot be sent. Messages follow public logs. */
function assertMail({ recipients, body }: SentMail): void {
  if (recipients.length === 0) throw new ServiceFault('Failed to send email: no recipient');
  const invalid = recipients.find((recipient) => !/^[^@\s]+@[^@\s]+$/.test(recipient));
  if (invalid !== undefined) throw new ServiceFault(`Invalid email: ${invalid}`);
  if (recipients.length > limits.mailRecipients.value)
    throw new ServiceFault('Limit Exceeded: Email Recipients Per Message.');
  if (Buffer.byteLength(body) > limits.mailBody.value)
    throw new ServiceFault('Limit Exceeded: Email Body Size.');
}

type CallHandlers = {
  [Op in keyof BrokerCalls]: (
    caller: CallContext,
    ...args: Parameters<BrokerCalls[Op]>
  ) => ReturnType<BrokerCalls[Op]> | Promise<ReturnType<BrokerCalls[Op]>>;
};

function createHandlers(state: SharedState, random: () => number): CallHandlers {
  const { caches, properties, ui, locks, triggers, executions, accounts } = state;
  const spend = ({ execution }: CallContext, quota: 'urlFetch' | 'properties' | 'mail', amount = 1): void =>
    accounts.quotas(executions.user(execution)).spend(quota, amount, state.clock.now());
  return {
    ...createSheetHandlers(state),
    // In a custom function it is the cell that is calculated (reference/spreadsheet/spreadsheet-app, getActiveRange).
    'sheet.selection': ({ execution }) => executions.calculated(execution) ?? state.book.selection,
    // A time value is an integral number of milliseconds (ECMA-262, Time Values and Time Range).
    'clock.now': () => Math.floor(state.clock.now()),
    'clock.random': () => random(),
    'clock.sleep': async (caller, milliseconds) => {
      await state.wait(caller, checkSleepTime(milliseconds));
      return null;
    },
    'auth.ask': ({ execution }, scopes) => {
      state.consentAsked.push(scopes);
      const message = 'Authorization is required to perform that action.';
      executions.kill(execution, { kind: 'permission', message });
      return null;
    },
    'fetch.send': (caller, requests) => {
      const outgoing = state.urlFetch.prepare(requests);
      spend(caller, 'urlFetch', requests.length);
      state.count(caller, 'fetches', requests.length);
      return state.urlFetch.send(outgoing, caller.ended);
    },
    'cache.get': (_, store, keys) => caches.get(store, keys),
    'cache.put': (_, store, entries, seconds) => caches.put(store, entries, seconds),
    'cache.remove': (_, store, keys) => caches.remove(store, keys),
    'properties.read': (caller, store, key) => {
      spend(caller, 'properties');
      return properties.read(store, key);
    },
    'properties.write': (caller, store, entries, clearFirst) => {
      spend(caller, 'properties');
      return properties.write(store, entries, clearFirst);
    },
    'properties.remove': (caller, store, key) => {
      spend(caller, 'properties');
      return properties.remove(store, key);
    },
    'lock.acquire': async (caller, store, milliseconds) => {
      const { execution } = caller;
      if (!locks.isHeldByOther(execution, store)) return locks.acquire(execution, store, milliseconds);
      const left = executions.remainingMs(execution);
      const most = Math.min(milliseconds, Math.max(0, left));
      const acquired = await executions.suspend(execution, () => locks.acquire(execution, store, most));
      if (!acquired && most < milliseconds) executions.kill(execution, timeoutFailure);
      return acquired;
    },
    'lock.release': (caller, store) => {
      locks.release(caller.execution, store);
      return null;
    },
    'lock.held': (caller, store) => locks.isHeldBy(caller.execution, store),
    'ui.menu': (_, menu) => ui.menu(menu),
    'ui.sidebar': (_, title, html) => ui.sidebar(title, html),
    'ui.alert': (_, title, prompt) => ui.alert(title, prompt),
    'html.file': (_, name) => ui.file(name),
    'mail.send': (caller, mail) => {
      assertMail(mail);
      spend(caller, 'mail', mail.recipients.length);
      state.mails.push(mail);
      return null;
    },
    'mail.left': ({ execution }) => accounts.quotas(executions.user(execution)).mailLeft(state.clock.now()),
    'trigger.create': ({ execution }, handler, schedule) =>
      triggers.create(handler, schedule, executions.user(execution)),
    'trigger.list': ({ execution }) => triggers.list(executions.user(execution)),
    'trigger.remove': (_, id) => triggers.remove(id),
    'log.line': (_, line) => {
      state.writeLog(line);
      return null;
    },
  };
}

function createSheetHandlers(state: SharedState): { [Op in keyof SheetCalls]: CallHandlers[Op] } {
  const handlers = Object.entries(createSheetCalls(state.book)).map(([operation, work]) => [
    operation,
    (_: CallContext, ...args: unknown[]) => Reflect.apply(work, null, args),
  ]);
  return Object.fromEntries(handlers);
}

export interface BrokerSetup extends SharedStateSetup {
  onCall: ((call: ServiceCall) => void | Promise<void>) | null;
  latencyMs: Latency;
}

/** Answers service calls without blocking: executions wait in their own threads. */
export class Broker {
  readonly state: SharedState;
  readonly #onCall: BrokerSetup['onCall'];
  readonly #latencyMs: Latency;
  readonly #handlers: CallHandlers;

  constructor(setup: BrokerSetup) {
    this.state = new SharedState(setup);
    this.#onCall = setup.onCall;
    this.#latencyMs = setup.latencyMs;
    this.#handlers = createHandlers(this.state, setup.random);
  }

  /** Never rejects: errors of the script and of this runtime are returned as failures. */
  async answer(caller: CallContext, body: string): Promise<Reply> {
    const [operation, ...args] = JSON.parse(body) as [keyof BrokerCalls, ...unknown[]];
    const handler = this.#handlers[operation] as (caller: CallContext, ...args: unknown[]) => unknown;
    const service = !/^(clock|log)\./.test(operation);
    try {
      if (service && this.#onCall !== null) {
        const { execution } = caller;
        await this.#onCall({ execution, name: this.state.executions.name(execution), operation });
      }
      this.state.endOverdue(caller);
      if (caller.ended.aborted) return { failure: timeoutFailure };
      const counter = findCounter(operation);
      if (counter !== undefined) this.state.count(caller, counter);
      const value = await handler(caller, ...args);
      const duration = this.#latencyMs[operation] ?? 0;
      const latency = typeof duration === 'number' ? duration : duration();
      if (latency > 0) await this.state.wait(caller, latency);
      this.state.endOverdue(caller);
      return { value };
    } catch (error) {
      if (error instanceof ServiceFault) return { failure: { kind: 'thrown', message: error.message } };
      const message = `The local Apps Script failed in ${operation}: ${String(error)}`;
      return { failure: { kind: 'thrown', message } };
    }
  }
}
