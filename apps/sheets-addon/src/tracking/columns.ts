/** The columns of the history, in the order in which a new tab gets them. */
export const historyColumns = [
  'date',
  'id',
  'website',
  'authority',
  'share',
  'citations',
  'method',
  'notes',
] as const;

export type HistoryColumn = (typeof historyColumns)[number];

export type HistoryLanguage = 'en' | 'de' | 'es';

/** The heading of each column in each language; a history is found by the headings of any one. */
export const historyHeadings: Readonly<Record<HistoryLanguage, Readonly<Record<HistoryColumn, string>>>> = {
  en: {
    date: 'Date',
    id: 'Website id',
    website: 'Website',
    authority: 'Authority',
    share: 'Share of voice',
    citations: 'Citations',
    method: 'Method',
    notes: 'Notes',
  },
  de: {
    date: 'Datum',
    id: 'Website-ID',
    website: 'Website',
    authority: 'Autorität',
    share: 'Share of Voice',
    citations: 'Zitate',
    method: 'Methode',
    notes: 'Hinweise',
  },
  es: {
    date: 'Fecha',
    id: 'ID del sitio',
    website: 'Sitio web',
    authority: 'Autoridad',
    share: 'Cuota de voz',
    citations: 'Citas',
    method: 'Método',
    notes: 'Notas',
  },
};

/** The named range that marks the history's tab, whatever people call it. */
export const historyRange = 'AnswershareHistory';
