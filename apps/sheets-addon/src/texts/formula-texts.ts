import type { Text } from './language.ts';

export const formulaTexts = {
  'formula.title': { en: 'Write a formula', de: 'Formel schreiben', es: 'Escribir una fórmula' },
  'formula.function': { en: 'Function', de: 'Funktion', es: 'Función' },
  'formula.website': { en: 'Website', de: 'Website', es: 'Sitio web' },
  'formula.choose': { en: 'Choose a website', de: 'Website wählen', es: 'Elija un sitio web' },
  'formula.websiteOrCells': {
    en: 'Name, domain or cells: A2:A50',
    de: 'Name, Domain oder Zellen: A2:A50',
    es: 'Nombre, dominio o celdas: A2:A50',
  },
  'formula.useSelection': {
    en: 'Use selected cells as {field}',
    de: 'Markierte Zellen als {field} nehmen',
    es: 'Usar celdas seleccionadas como {field}',
  },
  'formula.example': { en: 'such as {value}', de: 'etwa {value}', es: 'como {value}' },
  'formula.showValue': { en: 'Show the value', de: 'Wert zeigen', es: 'Mostrar el valor' },
  'formula.shows': { en: 'The cell will show', de: 'Die Zelle zeigt dann', es: 'La celda mostrará' },
  'formula.size': {
    en: '{rows} rows, {columns} columns',
    de: '{rows} Zeilen, {columns} Spalten',
    es: '{rows} filas, {columns} columnas',
  },
  'formula.blank': { en: '(blank)', de: '(leer)', es: '(vacío)' },
  'formula.circular': {
    en: 'The formula names {cell}, the cell it would be in. Select another cell first.',
    de: 'Die Formel nennt {cell}, also ihre eigene Zelle. Bitte zuerst eine andere auswählen.',
    es: 'La fórmula nombra {cell}, su propia celda. Seleccione antes otra celda.',
  },
  'formula.noRoom': {
    en: 'The table has no room: there is content in {cell}. Nothing was changed.',
    de: 'Die Tabelle hat keinen Platz: in {cell} steht etwas. Nichts wurde geändert.',
    es: 'La tabla no tiene espacio: hay algo en {cell}. No se ha cambiado nada.',
  },
  'formula.optional': { en: 'optional', de: 'optional', es: 'opcional' },
  'formula.preview': { en: 'Formula', de: 'Formel', es: 'Fórmula' },
  'formula.insert': {
    en: 'Insert at the active cell',
    de: 'In aktive Zelle einfügen',
    es: 'Insertar en la celda activa',
  },
  'formula.replace': { en: 'Replace what is there', de: 'Inhalt ersetzen', es: 'Reemplazar el contenido' },
  'formula.inserted': { en: 'Written to {cell}.', de: 'In {cell} geschrieben.', es: 'Escrita en {cell}.' },
  'formula.occupied': {
    en: '{cell} is not empty. Nothing was changed: copy the formula, or replace what is there.',
    de: '{cell} ist nicht leer. Nichts wurde geändert: Formel kopieren oder den Inhalt ersetzen.',
    es: '{cell} no está vacía. No se ha cambiado nada: copie la fórmula o reemplace el contenido.',
  },
  'formula.needsWebsite': {
    en: 'Choose a website or name cells first.',
    de: 'Bitte zuerst eine Website wählen oder Zellen nennen.',
    es: 'Elija primero un sitio web o indique celdas.',
  },
  'formula.cost': {
    en: 'Costs 0 to 1 request.|Costs 0 to {count} requests.',
    de: 'Kostet 0 bis 1 Anfrage.|Kostet 0 bis {count} Anfragen.',
    es: 'Cuesta de 0 a 1 solicitud.|Cuesta de 0 a {count} solicitudes.',
  },
  'formula.costNone': { en: 'Costs no request.', de: 'Kostet keine Anfrage.', es: 'No cuesta solicitudes.' },
  'formula.counting': { en: 'Counting…', de: 'Wird gezählt…', es: 'Contando…' },
  'formula.noWebsites': {
    en: 'This key has no websites.',
    de: 'Dieser Schlüssel hat keine Websites.',
    es: 'Esta clave no tiene sitios web.',
  },
  'formula.help': { en: 'About this function', de: 'Über diese Funktion', es: 'Sobre esta función' },
  'formula.helpEnglish': {
    en: 'Sheets shows this help while you type.',
    de: 'Diese Hilfe zeigt Sheets beim Tippen (englisch).',
    es: 'Sheets muestra esta ayuda al escribir (en inglés).',
  },
  'formula.secret': {
    en: 'This holds an API key, which belongs into no cell: paste it under Key.',
    de: 'Darin steht ein API-Schlüssel, der in keine Zelle gehört: bitte unter Schlüssel einfügen.',
    es: 'Esto contiene una clave de API, que no debe ir en una celda: péguela en Clave.',
  },
  'formula.noCell': {
    en: 'This tab has no cells. Open one that has, and select a cell.',
    de: 'Dieser Tab hat keine Zellen. Bitte einen mit Zellen öffnen und eine auswählen.',
    es: 'Esta pestaña no tiene celdas. Abra una que las tenga y seleccione una celda.',
  },
  'formula.unknown': {
    en: 'This is no formula of the add-on.',
    de: 'Das ist keine Formel des Add-ons.',
    es: 'Esta no es una fórmula del complemento.',
  },
} satisfies Record<string, Text>;
