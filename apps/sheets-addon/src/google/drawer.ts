import type { Drawer } from '../actions/office.ts';

/** Document properties: shared by everybody who works in the file (Google: guides/properties). */
export function documentDrawer(): Drawer {
  const properties = PropertiesService.getDocumentProperties();
  return {
    names: () => properties.getKeys(),
    get: (name) => properties.getProperty(name),
    set(name, text) {
      properties.setProperty(name, text);
    },
    remove(name) {
      properties.deleteProperty(name);
    },
  };
}
