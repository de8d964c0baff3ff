import type { StoreName } from '../host-calls.ts';
import type { Kit } from './kit.ts';

export function propertiesService(kit: Kit): void {
  const properties = (store: StoreName): object => {
    const self = Object.freeze({
      getProperty(...args: [string]) {
        kit.check('PropertiesService.Properties.getProperty', args, ['string']);
        const value = kit.call('properties.read', store, args[0])[args[0]];
        return value === undefined ? null : value;
      },
      getProperties(...args: []) {
        kit.check('PropertiesService.Properties.getProperties', args, []);
        return kit.call('properties.read', store, null);
      },
      getKeys(...args: []) {
        kit.check('PropertiesService.Properties.getKeys', args, []);
        return Object.keys(kit.call('properties.read', store, null));
      },
      setProperty(...args: [string, string]) {
        kit.check('PropertiesService.Properties.setProperty', args, ['string', 'string']);
        kit.call('properties.write', store, { [args[0]]: args[1] }, false);
        return self;
      },
      setProperties(...args: [object, boolean?]) {
        kit.check('PropertiesService.Properties.setProperties', args, ['object'], ['object', 'boolean']);
        const entries: { [key: string]: string } = {};
        for (const [key, value] of Object.entries(args[0])) {
          kit.check('PropertiesService.Properties.setProperties', [value], ['string']);
          entries[key] = value;
        }
        kit.call('properties.write', store, entries, args[1] ?? false);
        return self;
      },
      deleteProperty(...args: [string]) {
        kit.check('PropertiesService.Properties.deleteProperty', args, ['string']);
        kit.call('properties.remove', store, args[0]);
        return self;
      },
      deleteAllProperties(...args: []) {
        kit.check('PropertiesService.Properties.deleteAllProperties', args, []);
        kit.call('properties.remove', store, null);
        return self;
      },
    });
    return self;
  };
  const open = (method: string, store: StoreName) => () => {
    kit.allow(`PropertiesService.${method}`, 'properties');
    return properties(store);
  };
  kit.service('PropertiesService', {
    getDocumentProperties: open('getDocumentProperties', 'document'),
    getScriptProperties: open('getScriptProperties', 'script'),
    getUserProperties: open('getUserProperties', 'user'),
  });
}
