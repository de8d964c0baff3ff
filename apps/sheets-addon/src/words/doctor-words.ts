import type { Text } from './language.ts';

export const doctorWords = {
  'doctor.title': { en: 'Formula doctor', de: 'Formel-Doktor', es: 'Doctor de fórmulas' },
  'doctor.help': {
    en: 'Finds columns of single formulas that one range formula can replace. The values stay the same; but a row that fails later shows its reason as text where a formula of its own shows #ERROR!, so SUM passes over it and IFERROR does not see it.',
    de: 'Findet Spalten einzelner Formeln, die eine Bereichsformel ersetzen kann. Die Werte bleiben gleich; doch eine Zeile, die später fehlschlägt, zeigt ihren Grund als Text, wo eine eigene Formel #ERROR! zeigt: SUMME übergeht sie dann, WENNFEHLER bemerkt sie nicht.',
    es: 'Busca columnas de fórmulas sueltas que una fórmula de rango puede sustituir. Los valores no cambian; pero una fila que falle después muestra su motivo como texto, donde una fórmula propia muestra #ERROR!: SUMA la omite y SI.ERROR no la detecta.',
  },
  'doctor.look': { en: 'Look at this file', de: 'Diese Datei prüfen', es: 'Revisar este archivo' },
  'doctor.none': {
    en: 'Nothing to improve: no column of three or more single formulas.',
    de: 'Nichts zu verbessern: keine Spalte mit drei oder mehr einzelnen Formeln.',
    es: 'Nada que mejorar: ninguna columna con tres o más fórmulas sueltas.',
  },
  'doctor.found': {
    en: '1 column can be one formula.|{count} columns can be one formula each.',
    de: '1 Spalte kann eine Formel sein.|{count} Spalten können je eine Formel sein.',
    es: '1 columna puede ser una sola fórmula.|{count} columnas pueden ser una fórmula cada una.',
  },
  'doctor.place': { en: '{tab}, {cells}', de: '{tab}, {cells}', es: '{tab}, {cells}' },
  'doctor.before': {
    en: 'Now: {count} formulas like',
    de: 'Jetzt: {count} Formeln wie',
    es: 'Ahora: {count} fórmulas como',
  },
  'doctor.after': { en: 'Then: one formula', de: 'Dann: eine Formel', es: 'Después: una fórmula' },
  'doctor.saves': {
    en: 'Saves 1 call of Google’s servers at each recalculation.|Saves {count} calls of Google’s servers at each recalculation.',
    de: 'Spart bei jeder Neuberechnung 1 Aufruf von Googles Servern.|Spart bei jeder Neuberechnung {count} Aufrufe von Googles Servern.',
    es: 'Ahorra 1 llamada a los servidores de Google en cada recálculo.|Ahorra {count} llamadas a los servidores de Google en cada recálculo.',
  },
  'doctor.rewrite': { en: 'Rewrite {cells}', de: '{cells} umschreiben', es: 'Reescribir {cells}' },
  'doctor.rewritten': {
    en: '{cells} is one formula now.',
    de: '{cells} ist jetzt eine Formel.',
    es: '{cells} es ahora una sola fórmula.',
  },
  'doctor.changed': {
    en: '{cells} has changed since it was looked at. Nothing was rewritten: look again.',
    de: '{cells} hat sich seit der Prüfung geändert. Nichts wurde umgeschrieben: bitte neu prüfen.',
    es: '{cells} ha cambiado desde la revisión. No se reescribió nada: revise de nuevo.',
  },
  'doctor.failing': {
    en: '{cell} fails now. Nothing was rewritten: mend it or take its formula out, then try again.',
    de: '{cell} schlägt gerade fehl. Nichts wurde umgeschrieben: Fehler beheben oder die Formel entfernen, dann erneut versuchen.',
    es: '{cell} falla ahora. No se reescribió nada: corríjala o quite su fórmula y vuelva a intentarlo.',
  },
  'doctor.different': {
    en: '{cell} would have shown another value, so the formulas were put back.',
    de: '{cell} hätte einen anderen Wert gezeigt, daher stehen die Formeln wieder da.',
    es: '{cell} habría mostrado otro valor, así que se repusieron las fórmulas.',
  },
  'doctor.undo': { en: 'Put the formulas back', de: 'Formeln zurücksetzen', es: 'Reponer las fórmulas' },
  'doctor.undone': {
    en: '{cells} has its formulas back.',
    de: '{cells} hat seine Formeln wieder.',
    es: '{cells} tiene de nuevo sus fórmulas.',
  },
  'diagnose.title': { en: 'Diagnostics', de: 'Diagnose', es: 'Diagnóstico' },
  'diagnose.help': {
    en: 'What the add-on knows of itself, to be pasted into a report. Without the key, website names and figures.',
    de: 'Was das Add-on über sich weiß, zum Einfügen in eine Meldung. Ohne Schlüssel, Website-Namen und Zahlen.',
    es: 'Lo que el complemento sabe de sí mismo, para pegarlo en un informe. Sin la clave, nombres de sitios ni cifras.',
  },
  'diagnose.make': { en: 'Show diagnostics', de: 'Diagnose zeigen', es: 'Mostrar diagnóstico' },
  'diagnose.text': { en: 'Diagnostics text', de: 'Diagnosetext', es: 'Texto del diagnóstico' },
} satisfies Record<string, Text>;
