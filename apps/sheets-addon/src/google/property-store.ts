import type { PropertyStore } from '../ports/property-store.ts';
import { setWithEviction } from './evict.ts';
import { fileProperties } from './file.ts';
import { removeLeftovers } from './stored-answers.ts';

/** Each deletion costs a call; an action has more time than a cell. */
const maxSweep = 300;

/** Document properties, shared by everybody who works in the file (Google: guides/properties). */
export function documentProperties(): PropertyStore {
  const properties = fileProperties();
  return {
    names: () => properties.getKeys(),
    get: (name) => properties.getProperty(name),
    set(name, text) {
      setWithEviction(properties, name, text);
    },
    remove(name) {
      properties.deleteProperty(name);
    },
    removeLeftovers: () => removeLeftovers(maxSweep),
  };
}
