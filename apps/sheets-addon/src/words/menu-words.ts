import type { Text } from './language.ts';

/** The menu, and the names of the sidebar's views. */
export const menuWords = {
  'menu.open': { en: 'Open sidebar', de: 'Seitenleiste öffnen', es: 'Abrir barra lateral' },
  'menu.refresh': {
    en: 'Refresh this file…',
    de: 'Diese Datei aktualisieren…',
    es: 'Actualizar este archivo…',
  },
  'menu.report': { en: 'Insert a report…', de: 'Bericht einfügen…', es: 'Insertar un informe…' },
  'view.key': { en: 'Key', de: 'Schlüssel', es: 'Clave' },
  'view.formula': { en: 'Formula', de: 'Formel', es: 'Fórmula' },
  'view.reports': { en: 'Reports', de: 'Berichte', es: 'Informes' },
  'view.refresh': { en: 'Refresh', de: 'Aktualisieren', es: 'Actualizar' },
  'view.schedule': { en: 'Schedule', de: 'Zeitplan', es: 'Horario' },
  'view.tools': { en: 'Tools', de: 'Werkzeuge', es: 'Herramientas' },
  'view.all': { en: 'Parts of the sidebar', de: 'Teile der Seitenleiste', es: 'Partes de la barra lateral' },
  'do.cancel': { en: 'Cancel', de: 'Abbrechen', es: 'Cancelar' },
  'do.copy': { en: 'Copy', de: 'Kopieren', es: 'Copiar' },
  'do.save': { en: 'Save', de: 'Speichern', es: 'Guardar' },
  'say.copied': { en: 'Copied.', de: 'Kopiert.', es: 'Copiado.' },
  'say.selected': {
    en: 'The text is selected: press Ctrl+C (on a Mac ⌘C).',
    de: 'Der Text ist markiert: Strg+C drücken (auf dem Mac ⌘C).',
    es: 'El texto está seleccionado: pulse Ctrl+C (en un Mac ⌘C).',
  },
  'say.wait': { en: 'One moment…', de: 'Einen Moment…', es: 'Un momento…' },
} satisfies Record<string, Text>;
