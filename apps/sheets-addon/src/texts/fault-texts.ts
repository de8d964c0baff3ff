import type { Text } from './language.ts';

/** The meaning of each fault code in German and Spanish. English shows the service's sentence. */
export const faultTexts = {
  'fault.no_key': {
    en: '{sentence}',
    de: 'Es ist kein API-Schlüssel angegeben.',
    es: 'No se ha indicado ninguna clave de API.',
  },
  'fault.not_connected': {
    en: '{sentence}',
    de: 'Diese Datei hat keinen gültigen Schlüssel: bitte unter Schlüssel verbinden.',
    es: 'Este archivo no tiene una clave válida: conéctela en Clave.',
  },
  'fault.no_service': {
    en: '{sentence}',
    de: 'Dem Add-on fehlt die Adresse des Dienstes: bitte den Administrator informieren.',
    es: 'Al complemento le falta la dirección del servicio: avise al administrador.',
  },
  'fault.unauthorized': {
    en: '{sentence}',
    de: 'Der Dienst verlangt einen Schlüssel.',
    es: 'El servicio exige una clave.',
  },
  'fault.invalid_key': {
    en: '{sentence}',
    de: 'Dieser Schlüssel gilt nicht: bitte einen neuen verbinden.',
    es: 'Esta clave no es válida: conecte una nueva.',
  },
  'fault.forbidden': {
    en: '{sentence}',
    de: 'Rechte oder Tarif des Schlüssels decken das nicht ab: bitte den Eigentümer fragen.',
    es: 'Los permisos o el plan de la clave no cubren esto: pregunte al propietario.',
  },
  'fault.not_found': {
    en: '{sentence}',
    de: 'Das gibt es für diesen Schlüssel nicht.',
    es: 'Eso no existe para esta clave.',
  },
  'fault.bad_request': {
    en: '{sentence}',
    de: 'Eine Angabe kann nicht gelesen werden.',
    es: 'No se puede leer un dato.',
  },
  'fault.bad_window': {
    en: '{sentence}',
    de: 'Der Zeitraum kann nicht gelesen werden.',
    es: 'No se puede leer el periodo.',
  },
  'fault.rate_limited': {
    en: '{sentence}',
    de: 'Die Anfragen dieser Minute sind verbraucht: bitte später noch einmal.',
    es: 'Las solicitudes de este minuto están agotadas: inténtelo más tarde.',
  },
  'fault.daily_quota_exceeded': {
    en: '{sentence}',
    de: 'Die Anfragen dieses Tages sind verbraucht.',
    es: 'Las solicitudes de hoy están agotadas.',
  },
  'fault.server_error': {
    en: '{sentence}',
    de: 'Der Dienst hat einen Fehler: bitte in einer Minute noch einmal.',
    es: 'El servicio tiene un error: inténtelo en un minuto.',
  },
  'fault.unreachable': {
    en: '{sentence}',
    de: 'Der Dienst war nicht zu erreichen: bitte in einer Minute noch einmal.',
    es: 'No se pudo acceder al servicio: inténtelo en un minuto.',
  },
  'fault.timeout': {
    en: '{sentence}',
    de: 'Der Dienst hat nicht rechtzeitig geantwortet.',
    es: 'El servicio no respondió a tiempo.',
  },
  'fault.bad_answer': {
    en: '{sentence}',
    de: 'Die Antwort des Dienstes kann nicht sicher gelesen werden.',
    es: 'La respuesta del servicio no se puede leer con certeza.',
  },
  'fault.shape': {
    en: '{sentence}',
    de: 'Die Antwort hat eine andere Form: bitte unter Schlüssel „Erneut prüfen“.',
    es: 'La respuesta tiene otra forma: pulse «Inspeccionar de nuevo» en Clave.',
  },
  'fault.pending': {
    en: '{sentence}',
    de: 'Dieselbe Frage läuft gerade: bitte in einer Minute noch einmal.',
    es: 'La misma pregunta está en curso: inténtelo en un minuto.',
  },
  'fault.paused': {
    en: '{sentence}',
    de: 'Die Datei ist pausiert, und dazu ist nichts gespeichert.',
    es: 'El archivo está en pausa y no hay nada guardado de esto.',
  },
  'fault.refused': { en: '{sentence}', de: '{sentence}', es: '{sentence}' },
  'fault.unexpected': {
    en: '{sentence}',
    de: 'Etwas ging schief: bitte den Administrator informieren.',
    es: 'Algo salió mal: avise al administrador.',
  },
  'fault.noAnswer': {
    en: 'The add-on did not answer. Close the sidebar and open it again.',
    de: 'Das Add-on hat nicht geantwortet. Bitte die Seitenleiste schließen und wieder öffnen.',
    es: 'El complemento no respondió. Cierre la barra lateral y ábrala de nuevo.',
  },
} satisfies Record<string, Text>;
