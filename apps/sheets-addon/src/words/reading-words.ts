import type { Text } from './language.ts';

/** Texts of the panel that shows how the service's answers are read. */
export const readingWords = {
  'reading.title': {
    en: 'Do these match your dashboard?',
    de: 'Stimmen diese Werte mit Ihrem Dashboard überein?',
    es: '¿Coinciden con su panel?',
  },
  'reading.help': {
    en: 'The add-on read one answer of each kind. Compare the figures with your dashboard, then accept them.',
    de: 'Das Add-on hat je eine Antwort gelesen. Vergleichen Sie die Zahlen mit Ihrem Dashboard und bestätigen Sie sie.',
    es: 'El complemento leyó una respuesta de cada tipo. Compare las cifras con su panel y acéptelas.',
  },
  'reading.inspect': { en: 'Inspect again', de: 'Erneut prüfen', es: 'Inspeccionar de nuevo' },
  'reading.inspecting': {
    en: 'Inspecting one answer of each kind…',
    de: 'Je eine Antwort wird geprüft…',
    es: 'Inspeccionando una respuesta de cada tipo…',
  },
  'reading.accept': { en: 'Yes, they match', de: 'Ja, sie stimmen', es: 'Sí, coinciden' },
  'reading.accepting': { en: 'Saving…', de: 'Wird gespeichert…', es: 'Guardando…' },
  'reading.accepted': {
    en: 'Confirmed. Formulas read every answer this way.',
    de: 'Bestätigt. Formeln lesen jede Antwort so.',
    es: 'Confirmado. Las fórmulas leen así cada respuesta.',
  },
  'reading.assumedAll': {
    en: 'Every answer is read. Some figures are assumed: please compare them.',
    de: 'Jede Antwort wird gelesen. Einige Zahlen sind angenommen: bitte vergleichen.',
    es: 'Se lee cada respuesta. Algunas cifras son supuestas: compárelas.',
  },
  'reading.needed': {
    en: '1 kind of answer needs you before formulas can show it.|{count} kinds of answers need you before formulas can show them.',
    de: '1 Art von Antwort braucht Sie, bevor Formeln sie zeigen.|{count} Arten von Antworten brauchen Sie, bevor Formeln sie zeigen.',
    es: '1 tipo de respuesta necesita su confirmación antes de mostrarse.|{count} tipos de respuesta necesitan su confirmación antes de mostrarse.',
  },
  'reading.allConfirmed': {
    en: 'Every answer is read as confirmed. Nothing has changed.',
    de: 'Jede Antwort wird wie bestätigt gelesen. Nichts hat sich geändert.',
    es: 'Cada respuesta se lee como se confirmó. Nada ha cambiado.',
  },
  'reading.meanwhile': {
    en: '{fault} Met {when}. Until you confirm, cells show the older figures that are kept.',
    de: '{fault} Aufgetreten {when}. Bis Sie bestätigen, zeigen Zellen die älteren Zahlen, die gespeichert sind.',
    es: '{fault} Visto {when}. Hasta que confirme, las celdas muestran las cifras anteriores que están guardadas.',
  },
  'reading.changed': { en: 'Changed: {what}.', de: 'Geändert: {what}.', es: 'Cambió: {what}.' },
  'reading.assumes': { en: 'Assumed: {what}.', de: 'Angenommen: {what}.', es: 'Supuesto: {what}.' },
  'reading.unclear': { en: 'Unclear: {what}.', de: 'Unklar: {what}.', es: 'Poco claro: {what}.' },
  'reading.none': {
    en: 'No figure was found in this answer. Send the administrator the text under Tools > Show diagnostics.',
    de: 'In dieser Antwort wurde keine Zahl gefunden. Senden Sie dem Administrator den Text unter Werkzeuge > Diagnose zeigen.',
    es: 'No se encontró ninguna cifra en esta respuesta. Envíe al administrador el texto de Herramientas > Mostrar diagnóstico.',
  },
  'reading.first': {
    en: 'first of 1|first of {count}',
    de: 'erste von 1|erste von {count}',
    es: 'primera de 1|primera de {count}',
  },
  'reading.value': { en: '{value} at', de: '{value} bei', es: '{value} en' },
  'reading.unknown': { en: 'not known', de: 'unbekannt', es: 'desconocido' },
  'reading.of': { en: '{value} of {scale}', de: '{value} von {scale}', es: '{value} de {scale}' },
  'reading.choice': { en: 'Reading {number}', de: 'Lesart {number}', es: 'Lectura {number}' },
  'reading.best': { en: 'best guess', de: 'beste Annahme', es: 'mejor suposición' },
  'reading.about': { en: '{what}: {website}', de: '{what}: {website}', es: '{what}: {website}' },
  'reading.provisional': { en: 'assumed', de: 'angenommen', es: 'supuesto' },
  'reading.observed': { en: 'observed', de: 'beobachtet', es: 'observado' },
  'reading.confirmed': { en: 'confirmed', de: 'bestätigt', es: 'confirmado' },
  'reading.configured': {
    en: 'set by your organisation',
    de: 'von Ihrer Organisation',
    es: 'de su organización',
  },
  'reading.missing': { en: 'not read yet', de: 'noch nicht gelesen', es: 'aún sin leer' },
  'endpoint.websites': { en: 'Websites', de: 'Websites', es: 'Sitios web' },
  'endpoint.authority': { en: 'Authority', de: 'Autorität', es: 'Autoridad' },
  'endpoint.citations': { en: 'Citations', de: 'Zitierungen', es: 'Citas' },
  'endpoint.competitors': { en: 'Competitors', de: 'Wettbewerber', es: 'Competidores' },
  'endpoint.analytics': { en: 'Analytics', de: 'Analytik', es: 'Analítica' },
} satisfies Record<string, Text>;
