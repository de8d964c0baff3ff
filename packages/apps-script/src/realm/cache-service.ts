import type { StoreName } from '../host-calls.ts';
import type { Kit } from './kit.ts';

export function cacheService(kit: Kit): void {
  const entriesOf = (values: object): { [key: string]: string } => {
    const entries: { [key: string]: string } = {};
    for (const [key, value] of Object.entries(values)) {
      kit.check('CacheService.Cache.putAll', [value], ['string']);
      entries[key] = value;
    }
    return entries;
  };
  const cache = (store: StoreName): object =>
    Object.freeze({
      get(...args: [string]) {
        kit.check('CacheService.Cache.get', args, ['string']);
        const found = kit.call('cache.get', store, args);
        const value = found[args[0]];
        return value === undefined ? null : value;
      },
      getAll(...args: [string[]]) {
        kit.check('CacheService.Cache.getAll', args, ['string[]']);
        return kit.call('cache.get', store, args[0]);
      },
      put(...args: [string, string, number?]) {
        kit.check('CacheService.Cache.put', args, ['string', 'string'], ['string', 'string', 'number']);
        const [key, value, seconds] = args;
        kit.call('cache.put', store, { [key]: value }, seconds ?? null);
      },
      putAll(...args: [object, number?]) {
        kit.check('CacheService.Cache.putAll', args, ['object'], ['object', 'number']);
        kit.call('cache.put', store, entriesOf(args[0]), args[1] ?? null);
      },
      remove(...args: [string]) {
        kit.check('CacheService.Cache.remove', args, ['string']);
        kit.call('cache.remove', store, args);
      },
      removeAll(...args: [string[]]) {
        kit.check('CacheService.Cache.removeAll', args, ['string[]']);
        kit.call('cache.remove', store, args[0]);
      },
    });
  const open = (method: string, store: StoreName) => () => {
    kit.allow(`CacheService.${method}`, 'anonymous-service');
    return cache(store);
  };
  kit.service('CacheService', {
    getDocumentCache: open('getDocumentCache', 'document'),
    getScriptCache: open('getScriptCache', 'script'),
    getUserCache: open('getUserCache', 'user'),
  });
}
