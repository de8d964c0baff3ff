import type { Drawer } from '../actions/office.ts';
import { sweepKept } from './kept-properties.ts';
import { setWithRoom } from './store-room.ts';

/** Each takes a call, and an action has more time than a cell. */
const sweptAtOnce = 300;

/** Document properties: shared by everybody who works in the file (Google: guides/properties). */
export function documentDrawer(): Drawer {
  const properties = PropertiesService.getDocumentProperties();
  return {
    names: () => properties.getKeys(),
    get: (name) => properties.getProperty(name),
    set(name, text) {
      setWithRoom(properties, name, text);
    },
    remove(name) {
      properties.deleteProperty(name);
    },
    sweep: () => sweepKept(sweptAtOnce),
  };
}
