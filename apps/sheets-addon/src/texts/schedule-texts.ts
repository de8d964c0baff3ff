import type { Text } from './language.ts';

export const scheduleTexts = {
  'schedule.title': { en: 'Refresh regularly', de: 'Von selbst aktualisieren', es: 'Actualizar solo' },
  'schedule.how': { en: 'How often', de: 'Wie oft', es: 'Frecuencia' },
  'schedule.off': { en: 'Off', de: 'Aus', es: 'Desactivado' },
  'schedule.day': { en: 'Once a day', de: 'Einmal am Tag', es: 'Una vez al día' },
  'schedule.hours': {
    en: 'Every hour|Every {count} hours',
    de: 'Jede Stunde|Alle {count} Stunden',
    es: 'Cada hora|Cada {count} horas',
  },
  'schedule.hour': { en: 'Hour of the day ({zone})', de: 'Uhrzeit ({zone})', es: 'Hora del día ({zone})' },
  'schedule.plan': { en: 'Plan of the key', de: 'Tarif des Schlüssels', es: 'Plan de la clave' },
  'schedule.planEntry': {
    en: '{plan}: {day} a day, {minute} a minute',
    de: '{plan}: {day} am Tag, {minute} je Minute',
    es: '{plan}: {day} al día, {minute} por minuto',
  },
  'schedule.tracking': {
    en: 'Record a day in the history too',
    de: 'Auch einen Tag im Verlauf aufnehmen',
    es: 'Registrar también un día en el historial',
  },
  'schedule.cost': {
    en: '{run} a run, {day} a day. The plan has {usable} for this; a tenth is reserved for people.',
    de: '{run} je Lauf, {day} am Tag. Der Tarif hat dafür {usable}; ein Zehntel bleibt für Menschen.',
    es: '{run} por ejecución, {day} al día. El plan tiene {usable} para esto; una décima parte queda para las personas.',
  },
  'schedule.tooMuch': {
    en: 'This does not fit: {day} a day, and the plan has {usable} for it. {closest}',
    de: 'Das passt nicht: {day} am Tag, und der Tarif hat dafür {usable}. {closest}',
    es: 'No cabe: {day} al día, y el plan tiene {usable} para esto. {closest}',
  },
  'schedule.closest': {
    en: 'The most frequent that fits: {pace}.',
    de: 'Am häufigsten passt: {pace}.',
    es: 'Lo más frecuente que cabe: {pace}.',
  },
  'schedule.noneFits': {
    en: 'Not even once a day fits: ask for fewer websites or a larger plan.',
    de: 'Nicht einmal täglich passt: weniger Websites oder ein größerer Tarif ist nötig.',
    es: 'Ni una vez al día cabe: pida menos sitios web o un plan mayor.',
  },
  'schedule.saved': { en: 'Saved. {pace}.', de: 'Gespeichert. {pace}.', es: 'Guardado. {pace}.' },
  'schedule.others': {
    en: 'It runs as you, as long as you can edit this file. Google sends no mail when a run fails; this page and the reports show it.',
    de: 'Es läuft in Ihrem Namen, solange Sie diese Datei bearbeiten können. Google meldet Fehler nicht per Mail; diese Seite und die Berichte zeigen sie.',
    es: 'Se ejecuta en su nombre mientras pueda editar este archivo. Google no avisa por correo si falla; esta página y los informes lo indican.',
  },
  'schedule.absent': {
    en: 'This installation was built without a schedule.',
    de: 'Diese Installation wurde ohne Zeitplan gebaut.',
    es: 'Esta instalación se creó sin horario.',
  },
  'schedule.consent': {
    en: 'Google has not been allowed to run this add-on while you are away. Save again and allow it.',
    de: 'Google darf dieses Add-on noch nicht in Ihrer Abwesenheit ausführen. Bitte erneut speichern und es erlauben.',
    es: 'Google aún no tiene permiso para ejecutar este complemento sin usted. Guarde de nuevo y permítalo.',
  },
  'run.title': { en: 'Last run', de: 'Letzter Lauf', es: 'Última ejecución' },
  'run.none': { en: 'No run yet.', de: 'Noch kein Lauf.', es: 'Aún no se ha ejecutado.' },
  'run.well': { en: '{when}: all done.', de: '{when}: alles erledigt.', es: '{when}: todo hecho.' },
  'run.failed': { en: '{when}: with faults', de: '{when}: mit Fehlern', es: '{when}: con fallos' },
  'run.rest': {
    en: '{done} of {total} answers came in time; the rest follows in about an hour.',
    de: '{done} von {total} Antworten kamen rechtzeitig; der Rest folgt in etwa einer Stunde.',
    es: '{done} de {total} respuestas llegaron a tiempo; el resto, en una hora aproximadamente.',
  },
  'run.dayOver': {
    en: '{done} of {total} answers came before the day ended: choose an earlier hour.',
    de: '{done} von {total} Antworten kamen, bevor der Tag endete: bitte eine frühere Uhrzeit wählen.',
    es: '{done} de {total} respuestas llegaron antes de que acabara el día: elija una hora más temprana.',
  },
  'run.silent': {
    en: 'Google has not run the schedule since {when}. Save it again.',
    de: 'Google hat den Zeitplan seit {when} nicht ausgeführt. Bitte erneut speichern.',
    es: 'Google no ha ejecutado el horario desde {when}. Guárdelo de nuevo.',
  },
  'run.answers': { en: 'Answers: {sentence}', de: 'Antworten: {sentence}', es: 'Respuestas: {sentence}' },
  'run.otherKey': {
    en: 'Another key is connected, and the schedule exceeds its plan. {sentence} Save the schedule again.',
    de: 'Ein anderer Schlüssel ist verbunden, und sein Tarif hat keinen Platz für den Zeitplan. {sentence} Bitte den Zeitplan neu speichern.',
    es: 'Hay otra clave conectada y su plan no tiene lugar para el horario. {sentence} Guarde el horario de nuevo.',
  },
  'run.history': { en: 'History: {sentence}', de: 'Verlauf: {sentence}', es: 'Historial: {sentence}' },
} satisfies Record<string, Text>;
