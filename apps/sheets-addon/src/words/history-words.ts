import type { Text } from './language.ts';

export const historyWords = {
  'history.title': { en: 'History', de: 'Verlauf', es: 'Historial' },
  'history.tab': { en: 'Answershare history', de: 'Answershare-Verlauf', es: 'Historial de Answershare' },
  'history.help': {
    en: 'The service tells authority and share of voice as of now only. Each record adds one row per website and day to a tab of this file, so that they get a past.',
    de: 'Der Dienst nennt Autorität und Share of Voice nur für jetzt. Jede Aufnahme ergänzt je Website und Tag eine Zeile auf einem Tab dieser Datei, so entsteht ein Verlauf.',
    es: 'El servicio solo indica la autoridad y la cuota de voz actuales. Cada registro añade una fila por sitio web y día en una pestaña de este archivo, para que tengan pasado.',
  },
  'history.record': { en: 'Record today', de: 'Heute aufnehmen', es: 'Registrar hoy' },
  'history.recorded': {
    en: '1 row added, {filled} blanks filled.|{count} rows added, {filled} blanks filled.',
    de: '1 Zeile ergänzt, {filled} Lücken gefüllt.|{count} Zeilen ergänzt, {filled} Lücken gefüllt.',
    es: '1 fila añadida, {filled} huecos completados.|{count} filas añadidas, {filled} huecos completados.',
  },
  'history.last': {
    en: 'Last day on the tab “{tab}”: {date}.',
    de: 'Letzter Tag auf dem Tab „{tab}“: {date}.',
    es: 'Último día en la pestaña «{tab}»: {date}.',
  },
  'history.none': { en: 'No history yet.', de: 'Noch kein Verlauf.', es: 'Aún no hay historial.' },
  'history.headings': {
    en: 'The tab “{tab}” lacks the headings {headings}. Put them back into one row, or delete the named range AnswershareHistory to begin a new history.',
    de: 'Auf dem Tab „{tab}“ fehlen die Überschriften {headings}. Bitte wieder in eine Zeile setzen, oder den benannten Bereich AnswershareHistory löschen, um neu zu beginnen.',
    es: 'En la pestaña «{tab}» faltan los encabezados {headings}. Póngalos de nuevo en una fila o borre el rango con nombre AnswershareHistory para empezar otro historial.',
  },
} satisfies Record<string, Text>;
