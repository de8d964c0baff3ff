import type { Text } from './language.ts';

export const refreshTexts = {
  'refresh.title': {
    en: 'Refresh this file',
    de: 'Diese Datei aktualisieren',
    es: 'Actualizar este archivo',
  },
  'refresh.help': {
    en: 'Asks the service again for all that this file shows, at the pace of the plan, and then has the formulas run again. Until then cells keep what they show.',
    de: 'Fragt den Dienst im Takt des Tarifs neu nach allem, was diese Datei zeigt, und lässt danach die Formeln neu laufen. Bis dahin behalten die Zellen ihren Stand.',
    es: 'Vuelve a pedir al servicio todo lo que muestra este archivo, al ritmo del plan, y después recalcula las fórmulas. Hasta entonces las celdas conservan lo que muestran.',
  },
  'refresh.plan': {
    en: '{formulas} and {reports} need {answers}: {requests} with the list of websites, about {minutes}.',
    de: '{formulas} und {reports} brauchen {answers}: {requests} mit der Liste der Websites, etwa {minutes}.',
    es: '{formulas} y {reports} necesitan {answers}: {requests} con la lista de sitios web, unos {minutes}.',
  },
  'refresh.uncounted': {
    en: '1 formula could not be counted, as only Sheets can compute what it asks: its requests come on top, and it may show an answer of up to six hours.|{count} formulas could not be counted, as only Sheets can compute what they ask: their requests come on top, and they may show answers of up to six hours.',
    de: '1 Formel war nicht zu zählen, denn nur Sheets kann berechnen, was sie fragt: ihre Anfragen kommen hinzu, und sie zeigt womöglich eine bis zu sechs Stunden alte Antwort.|{count} Formeln waren nicht zu zählen, denn nur Sheets kann berechnen, was sie fragen: ihre Anfragen kommen hinzu, und sie zeigen womöglich bis zu sechs Stunden alte Antworten.',
    es: '1 fórmula no se pudo contar, porque solo Sheets puede calcular lo que pide: sus solicitudes se suman y puede mostrar una respuesta de hasta seis horas.|{count} fórmulas no se pudieron contar, porque solo Sheets puede calcular lo que piden: sus solicitudes se suman y pueden mostrar respuestas de hasta seis horas.',
  },
  'refresh.formulas': {
    en: '1 formula|{count} formulas',
    de: '1 Formel|{count} Formeln',
    es: '1 fórmula|{count} fórmulas',
  },
  'refresh.reports': {
    en: '1 report|{count} reports',
    de: '1 Bericht|{count} Berichte',
    es: '1 informe|{count} informes',
  },
  'refresh.answers': {
    en: '1 answer|{count} answers',
    de: '1 Antwort|{count} Antworten',
    es: '1 respuesta|{count} respuestas',
  },
  'refresh.ranAgain': {
    en: '1 formula ran again; it asks by itself.|{count} formulas ran again; they ask by themselves.',
    de: '1 Formel lief neu; sie fragt selbst.|{count} Formeln liefen neu; sie fragen selbst.',
    es: '1 fórmula se recalculó; pide por sí misma.|{count} fórmulas se recalcularon; piden por sí mismas.',
  },
  'failed.title': { en: 'Failing cells', de: 'Fehlerhafte Zellen', es: 'Celdas con errores' },
  'failed.unknown': {
    en: 'Hover over the cell in Sheets to see why.',
    de: 'Den Grund zeigt Sheets, wenn der Mauszeiger auf der Zelle steht.',
    es: 'Pase el cursor por la celda en Sheets para ver el motivo.',
  },
  'failed.more': { en: 'and {count} more', de: 'und {count} weitere', es: 'y {count} más' },
  'cell.gone': {
    en: 'The tab of this cell is gone.',
    de: 'Den Tab dieser Zelle gibt es nicht mehr.',
    es: 'La pestaña de esta celda ya no existe.',
  },
  'refresh.nothing': {
    en: 'This file has no formula and no report of the add-on yet.',
    de: 'Diese Datei hat noch keine Formel und keinen Bericht des Add-ons.',
    es: 'Este archivo aún no tiene fórmulas ni informes del complemento.',
  },
  'refresh.overDay': {
    en: 'Only {left} requests are left today: the rest shows its older figures.',
    de: 'Heute sind nur noch {left} Anfragen übrig: der Rest behält ältere Zahlen.',
    es: 'Hoy solo quedan {left} solicitudes: el resto conserva cifras anteriores.',
  },
  'refresh.start': { en: 'Refresh now', de: 'Jetzt aktualisieren', es: 'Actualizar ahora' },
  'refresh.planning': {
    en: 'Counting what the file asks…',
    de: 'Fragen der Datei werden gezählt…',
    es: 'Contando lo que pide el archivo…',
  },
  'refresh.progress': {
    en: '{done} of {total} answers; {left} requests left this minute.',
    de: '{done} von {total} Antworten; noch {left} Anfragen in dieser Minute.',
    es: '{done} de {total} respuestas; quedan {left} solicitudes en este minuto.',
  },
  'refresh.progressPlain': {
    en: '{done} of {total} answers.',
    de: '{done} von {total} Antworten.',
    es: '{done} de {total} respuestas.',
  },
  'refresh.waiting': {
    en: '{done} of {total} answers. The minute is used up: on at {time}.',
    de: '{done} von {total} Antworten. Die Minute ist verbraucht: weiter um {time}.',
    es: '{done} de {total} respuestas. El minuto está agotado: sigue a las {time}.',
  },
  'refresh.writing': {
    en: 'Having the formulas run again…',
    de: 'Die Formeln laufen neu…',
    es: 'Recalculando las fórmulas…',
  },
  'refresh.done': {
    en: 'Refreshed: {done} of {total} answers are new.',
    de: 'Aktualisiert: {done} von {total} Antworten sind neu.',
    es: 'Actualizado: {done} de {total} respuestas son nuevas.',
  },
  'refresh.doneFailed': {
    en: '{done} of {total} answers are new. The rest shows its older figures: {sentence}',
    de: '{done} von {total} Antworten sind neu. Der Rest behält ältere Zahlen: {sentence}',
    es: '{done} de {total} respuestas son nuevas. El resto conserva cifras anteriores: {sentence}',
  },
  'refresh.cancelled': {
    en: 'Cancelled after {done} of {total} answers. Cells keep what they show.',
    de: 'Nach {done} von {total} Antworten abgebrochen. Die Zellen behalten ihren Stand.',
    es: 'Cancelado tras {done} de {total} respuestas. Las celdas conservan lo que muestran.',
  },
  'refresh.bar': {
    en: 'Progress of the refresh',
    de: 'Fortschritt der Aktualisierung',
    es: 'Progreso de la actualización',
  },
  'refresh.last': {
    en: 'Last refresh: {when}.',
    de: 'Letzte Aktualisierung: {when}.',
    es: 'Última actualización: {when}.',
  },
  'refresh.never': {
    en: 'Not refreshed yet.',
    de: 'Noch nicht aktualisiert.',
    es: 'Aún no se ha actualizado.',
  },
  'refresh.untouched': {
    en: 'The formulas in {place} could not be run again, as Sheets refuses to write there: {reason}',
    de: 'Die Formeln in {place} konnten nicht neu laufen, denn Sheets lässt dort nicht schreiben: {reason}',
    es: 'Las fórmulas de {place} no se pudieron recalcular, porque Sheets no permite escribir allí: {reason}',
  },
  'refresh.changed': {
    en: 'The formulas in {place} were not run again, as somebody changed them meanwhile. Refresh again.',
    de: 'Die Formeln in {place} liefen nicht neu, denn jemand hat sie inzwischen geändert. Bitte erneut aktualisieren.',
    es: 'Las fórmulas de {place} no se recalcularon, porque alguien las cambió entretanto. Actualice de nuevo.',
  },
  'refresh.restored': {
    en: 'A refresh was cut off; its formulas were put back.',
    de: 'Eine Aktualisierung brach ab; ihre Formeln wurden zurückgesetzt.',
    es: 'Una actualización se interrumpió; se repusieron sus fórmulas.',
  },
  'failed.run': {
    en: 'Run failed formulas again ({count})',
    de: 'Fehlgeschlagene Formeln erneut ausführen ({count})',
    es: 'Recalcular las fórmulas con error ({count})',
  },
  'failed.none': {
    en: 'No formula of this file shows a fault.',
    de: 'Keine Formel dieser Datei zeigt einen Fehler.',
    es: 'Ninguna fórmula de este archivo muestra un error.',
  },
  'failed.healed': {
    en: '{healed} of {failed} failed formulas ran again.',
    de: '{healed} von {failed} fehlgeschlagenen Formeln liefen erneut.',
    es: '{healed} de {failed} fórmulas con error se recalcularon.',
  },
  'failed.left': {
    en: '1 waits for requests, on at {time}.|{count} wait for requests, on at {time}.',
    de: '1 wartet auf Anfragen, weiter um {time}.|{count} warten auf Anfragen, weiter um {time}.',
    es: '1 espera solicitudes, sigue a las {time}.|{count} esperan solicitudes, sigue a las {time}.',
  },
  'failed.stuck': {
    en: '1 still fails: its note says why.|{count} still fail: their notes say why.',
    de: '1 schlägt weiter fehl: ihre Notiz nennt den Grund.|{count} schlagen weiter fehl: ihre Notizen nennen den Grund.',
    es: '1 sigue fallando: su nota dice por qué.|{count} siguen fallando: sus notas dicen por qué.',
  },
  'pause.title': { en: 'Pause', de: 'Pause', es: 'Pausa' },
  'pause.label': {
    en: 'Pause: send no requests from this file',
    de: 'Pause: aus dieser Datei keine Anfragen senden',
    es: 'Pausa: no enviar solicitudes desde este archivo',
  },
  'pause.help': {
    en: 'Cells still show stored answers, whatever their age.',
    de: 'Zellen zeigen weiter die gespeicherten Antworten, gleich wie alt.',
    es: 'Las celdas siguen mostrando las respuestas guardadas, sea cual sea su antigüedad.',
  },
  'pause.on': {
    en: 'Paused: no requests are sent. Cells show stored answers.',
    de: 'Pausiert: es werden keine Anfragen gesendet. Zellen zeigen gespeicherte Antworten.',
    es: 'En pausa: no se envían solicitudes. Las celdas muestran respuestas guardadas.',
  },
  'pause.off': {
    en: 'Requests are sent again; formulas ran again.',
    de: 'Anfragen werden wieder gesendet; Formeln liefen erneut.',
    es: 'Se vuelven a enviar solicitudes; las fórmulas se ejecutaron de nuevo.',
  },
} satisfies Record<string, Text>;

export const historyTexts = {
  'history.title': { en: 'History', de: 'Verlauf', es: 'Historial' },
  'history.tab': { en: 'Answershare history', de: 'Answershare-Verlauf', es: 'Historial de Answershare' },
  'history.help': {
    en: 'The service gives only current values of authority and share of voice. Each record adds one row per website and day to a tab of this file, which becomes their history.',
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
