import type { StoreName } from '../protocol/host-calls.ts';
import type { ServiceRuntime } from './service-runtime.ts';

export function installCacheService(runtime: ServiceRuntime): void {
  const entriesOf = (values: object): { [key: string]: string } => {
    const entries: { [key: string]: string } = {};
    for (const [key, value] of Object.entries(values)) {
      runtime.check('CacheService.Cache.putAll', [value], ['string']);
      entries[key] = value;
    }
    return entries;
  };
  const cache = (store: StoreName): object =>
    Object.freeze({
      get(...args: [string]) {
        runtime.check('CacheService.Cache.get', args, ['string']);
        const found = runtime.call('cache.get', store, args);
        const value = found[args[0]];
        return value === undefined ? null : value;
      },
      getAll(...args: [string[]]) {
        runtime.check('CacheService.Cache.getAll', args, ['string[]']);
        return runtime.call('cache.get', store, args[0]);
      },
      put(...args: [string, string, number?]) {
        runtime.check('CacheService.Cache.put', args, ['string', 'string'], ['string', 'string', 'number']);
        const [key, value, seconds] = args;
        runtime.call('cache.put', store, { [key]: value }, seconds ?? null);
      },
      putAll(...args: [object, number?]) {
        runtime.check('CacheService.Cache.putAll', args, ['object'], ['object', 'number']);
        runtime.call('cache.put', store, entriesOf(args[0]), args[1] ?? null);
      },
      remove(...args: [string]) {
        runtime.check('CacheService.Cache.remove', args, ['string']);
        runtime.call('cache.remove', store, args);
      },
      removeAll(...args: [string[]]) {
        runtime.check('CacheService.Cache.removeAll', args, ['string[]']);
        runtime.call('cache.remove', store, args[0]);
      },
    });
  const open = (method: string, store: StoreName) => () => {
    runtime.allow(`CacheService.${method}`, 'anonymous-service');
    return cache(store);
  };
  runtime.service('CacheService', {
    getDocumentCache: open('getDocumentCache', 'document'),
    getScriptCache: open('getScriptCache', 'script'),
    getUserCache: open('getUserCache', 'user'),
  });
}

export function installPropertiesService(runtime: ServiceRuntime): void {
  const properties = (store: StoreName): object => {
    const self = Object.freeze({
      getProperty(...args: [string]) {
        runtime.check('PropertiesService.Properties.getProperty', args, ['string']);
        const value = runtime.call('properties.read', store, args[0])[args[0]];
        return value === undefined ? null : value;
      },
      getProperties(...args: []) {
        runtime.check('PropertiesService.Properties.getProperties', args, []);
        return runtime.call('properties.read', store, null);
      },
      getKeys(...args: []) {
        runtime.check('PropertiesService.Properties.getKeys', args, []);
        return Object.keys(runtime.call('properties.read', store, null));
      },
      setProperty(...args: [string, string]) {
        runtime.check('PropertiesService.Properties.setProperty', args, ['string', 'string']);
        runtime.call('properties.write', store, { [args[0]]: args[1] }, false);
        return self;
      },
      setProperties(...args: [object, boolean?]) {
        runtime.check('PropertiesService.Properties.setProperties', args, ['object'], ['object', 'boolean']);
        const entries: { [key: string]: string } = {};
        for (const [key, value] of Object.entries(args[0])) {
          runtime.check('PropertiesService.Properties.setProperties', [value], ['string']);
          entries[key] = value;
        }
        runtime.call('properties.write', store, entries, args[1] ?? false);
        return self;
      },
      deleteProperty(...args: [string]) {
        runtime.check('PropertiesService.Properties.deleteProperty', args, ['string']);
        runtime.call('properties.remove', store, args[0]);
        return self;
      },
      deleteAllProperties(...args: []) {
        runtime.check('PropertiesService.Properties.deleteAllProperties', args, []);
        runtime.call('properties.remove', store, null);
        return self;
      },
    });
    return self;
  };
  const open = (method: string, store: StoreName) => () => {
    runtime.allow(`PropertiesService.${method}`, 'properties');
    return properties(store);
  };
  runtime.service('PropertiesService', {
    getDocumentProperties: open('getDocumentProperties', 'document'),
    getScriptProperties: open('getScriptProperties', 'script'),
    getUserProperties: open('getUserProperties', 'user'),
  });
}

export function installLockService(runtime: ServiceRuntime): void {
  const lock = (store: StoreName): object =>
    Object.freeze({
      tryLock(...args: [number]) {
        runtime.check('LockService.Lock.tryLock', args, ['number']);
        return runtime.call('lock.acquire', store, args[0]);
      },
      waitLock(...args: [number]) {
        runtime.check('LockService.Lock.waitLock', args, ['number']);
        if (runtime.call('lock.acquire', store, args[0])) return;
        throw runtime.exception('Lock timeout: another process was holding the lock for too long.');
      },
      releaseLock(...args: []) {
        runtime.check('LockService.Lock.releaseLock', args, []);
        runtime.call('lock.release', store);
      },
      hasLock(...args: []) {
        runtime.check('LockService.Lock.hasLock', args, []);
        return runtime.call('lock.held', store);
      },
    });
  const open = (method: string, store: StoreName) => () => {
    runtime.allow(`LockService.${method}`, 'anonymous-service');
    return lock(store);
  };
  runtime.service('LockService', {
    getDocumentLock: open('getDocumentLock', 'document'),
    getScriptLock: open('getScriptLock', 'script'),
    getUserLock: open('getUserLock', 'user'),
  });
}
