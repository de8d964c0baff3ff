import type { BrokerCalls } from '../host-calls.ts';
import { checkedSleep } from '../sleep-time.ts';
import type { Broker, Caller } from './broker.ts';
import { overdue } from './executions.ts';
import { type SheetCalls, sheetCalls } from './sheet-calls.ts';

export type Handlers = {
  [Op in keyof BrokerCalls]: (
    caller: Caller,
    ...args: Parameters<BrokerCalls[Op]>
  ) => ReturnType<BrokerCalls[Op]> | Promise<ReturnType<BrokerCalls[Op]>>;
};

/** What the broker does for each call of an execution. */
export function serviceCalls(broker: Broker, random: () => number): Handlers {
  const { caches, properties, display, locks, triggers, executions, quotas } = broker;
  return {
    ...sheetHandlers(broker),
    // A time value is an integral number of milliseconds (ECMA-262, Time Values and Time Range).
    'clock.now': () => Math.floor(broker.clock.now()),
    'clock.random': () => random(),
    'clock.sleep': async (caller, milliseconds) => {
      await broker.wait(caller, checkedSleep(milliseconds));
      return null;
    },
    'auth.ask': ({ execution }, scopes) => {
      broker.consentAsked.push(scopes);
      const message = 'Authorization is required to perform that action.';
      executions.kill(execution, { kind: 'permission', message });
      return null;
    },
    'fetch.send': (caller, requests) => {
      const checked = broker.urlFetch.check(requests);
      quotas.spend('urlFetch', requests.length);
      broker.count(caller, 'fetches', requests.length);
      return broker.urlFetch.send(checked, caller.ended);
    },
    'cache.get': (_, store, keys) => caches.get(store, keys),
    'cache.put': (_, store, entries, seconds) => caches.put(store, entries, seconds),
    'cache.remove': (_, store, keys) => caches.remove(store, keys),
    'properties.read': (_, store, key) => {
      quotas.spend('properties', 1);
      return properties.read(store, key);
    },
    'properties.write': (_, store, entries, clearFirst) => {
      quotas.spend('properties', 1);
      return properties.write(store, entries, clearFirst);
    },
    'properties.remove': (_, store, key) => {
      quotas.spend('properties', 1);
      return properties.remove(store, key);
    },
    'lock.acquire': async (caller, store, milliseconds) => {
      const { execution } = caller;
      if (!locks.taken(execution, store)) return locks.acquire(execution, store, milliseconds);
      const left = executions.left(execution);
      const most = Math.min(milliseconds, Math.max(0, left));
      const acquired = await executions.rest(execution, () => locks.acquire(execution, store, most));
      if (!acquired && most < milliseconds) executions.kill(execution, overdue);
      return acquired;
    },
    'lock.release': (caller, store) => {
      locks.release(caller.execution, store);
      return null;
    },
    'lock.held': (caller, store) => locks.held(caller.execution, store),
    'ui.menu': (_, menu) => display.menu(menu),
    'ui.sidebar': (_, title, html) => display.sidebar(title, html),
    'ui.alert': (_, title, prompt) => display.alert(title, prompt),
    'html.file': (_, name) => display.file(name),
    'trigger.create': (_, handler, schedule) => triggers.create(handler, schedule),
    'trigger.list': () => triggers.list(),
    'trigger.remove': (_, id) => triggers.remove(id),
    'log.line': (_, line) => {
      broker.writeLog(line);
      return null;
    },
  };
}

function sheetHandlers(broker: Broker): { [Op in keyof SheetCalls]: Handlers[Op] } {
  const handlers = Object.entries(sheetCalls(broker.book)).map(([operation, work]) => [
    operation,
    (_: Caller, ...args: unknown[]) => Reflect.apply(work, null, args),
  ]);
  return Object.fromEntries(handlers);
}
