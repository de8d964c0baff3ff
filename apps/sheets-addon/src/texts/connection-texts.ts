import type { Text } from './language.ts';

export const connectionTexts = {
  'key.title': { en: 'Connection', de: 'Verbindung', es: 'Conexión' },
  'key.looking': { en: 'Looking for a key…', de: 'Schlüssel wird gesucht…', es: 'Buscando una clave…' },
  'key.none': {
    en: 'No key yet. Formulas need one.',
    de: 'Noch kein Schlüssel. Formeln brauchen einen.',
    es: 'Aún no hay clave. Las fórmulas necesitan una.',
  },
  'key.label': { en: 'API key', de: 'API-Schlüssel', es: 'Clave de API' },
  'key.help': {
    en: 'Starts with rs_live_ or rs_test_. The workspace owner creates it under Settings > API Keys. It is sent to {host} only.',
    de: 'Beginnt mit rs_live_ oder rs_test_. Der Eigentümer des Arbeitsbereichs erstellt ihn unter Settings > API Keys. Er wird nur an {host} gesendet.',
    es: 'Empieza por rs_live_ o rs_test_. El propietario del espacio de trabajo la crea en Settings > API Keys. Solo se envía a {host}.',
  },
  'key.show': { en: 'Show', de: 'Zeigen', es: 'Mostrar' },
  'key.hide': { en: 'Hide', de: 'Verbergen', es: 'Ocultar' },
  'key.connect': { en: 'Connect', de: 'Verbinden', es: 'Conectar' },
  'key.replace': { en: 'Use another key', de: 'Anderen Schlüssel nutzen', es: 'Usar otra clave' },
  'key.disconnect': { en: 'Disconnect', de: 'Trennen', es: 'Desconectar' },
  'key.check': { en: 'Check key', de: 'Schlüssel prüfen', es: 'Comprobar clave' },
  'key.refused': {
    en: 'The service refuses this file’s key. Connect another under Key.',
    de: 'Der Dienst lehnt den Schlüssel dieser Datei ab. Unter Schlüssel einen anderen verbinden.',
    es: 'El servicio rechaza la clave de este archivo. Conecte otra en Clave.',
  },
  'key.keep': { en: 'Keep it', de: 'Behalten', es: 'Conservarla' },
  'key.sure': {
    en: 'Forget the key in this file? Formulas show an error until a key is connected again, and the schedule ends.',
    de: 'Den Schlüssel in dieser Datei vergessen? Formeln zeigen einen Fehler, bis wieder ein Schlüssel verbunden ist, und der Zeitplan endet.',
    es: '¿Olvidar la clave en este archivo? Las fórmulas muestran un error hasta que se conecte otra clave, y el horario termina.',
  },
  'key.paste': {
    en: 'Paste an API key first.',
    de: 'Bitte zuerst einen API-Schlüssel einfügen.',
    es: 'Pegue primero una clave de API.',
  },
  'key.trying': {
    en: 'Trying the key with one request…',
    de: 'Der Schlüssel wird mit einer Anfrage geprüft…',
    es: 'Probando la clave con una solicitud…',
  },
  'key.notConnected': { en: 'Not connected.', de: 'Nicht verbunden.', es: 'Sin conexión.' },
  'key.notTaken': {
    en: 'Key not taken. {standing}',
    de: 'Schlüssel nicht übernommen. {standing}',
    es: 'Clave no aceptada. {standing}',
  },
  'key.stands': { en: 'Connected with {key}', de: 'Verbunden mit {key}', es: 'Conectado con {key}' },
  'key.works': {
    en: 'Key works: {facts}',
    de: 'Schlüssel geprüft: {facts}',
    es: 'La clave funciona: {facts}',
  },
  'key.disconnecting': { en: 'Disconnecting…', de: 'Wird getrennt…', es: 'Desconectando…' },
  'key.form': { en: 'Form {form}', de: 'Form {form}', es: 'Forma {form}' },
  'key.formMixed': { en: 'Forms 1 and 2 mixed', de: 'Formen 1 und 2 gemischt', es: 'Formas 1 y 2 mezcladas' },
  'key.formUnknown': { en: 'Form not known yet', de: 'Form noch unbekannt', es: 'Forma aún desconocida' },
  'key.websites': {
    en: '1 website|{count} websites',
    de: '1 Website|{count} Websites',
    es: '1 sitio web|{count} sitios web',
  },
  'key.shared': {
    en: '{key}, the workspace’s',
    de: '{key}, der des Workspace',
    es: '{key}, la del espacio de trabajo',
  },
  'key.factKey': { en: 'Key', de: 'Schlüssel', es: 'Clave' },
  'key.factService': { en: 'Service', de: 'Dienst', es: 'Servicio' },
  'key.factForm': { en: 'API', de: 'API', es: 'API' },
  'key.factWebsites': { en: 'Websites', de: 'Websites', es: 'Sitios web' },
  'key.whose': { en: 'Whose requests?', de: 'Wessen Anfragen?', es: '¿De quién son las solicitudes?' },
  'key.whoseText': {
    en: 'Every editor of this file can use the key, and each new answer counts against that key’s daily quota. Nobody can read the key here. An answer is shared by all cells for six hours.',
    de: 'Jeder Bearbeiter dieser Datei kann den Schlüssel nutzen, und jede neue Antwort zählt gegen sein Tageskontingent. Lesen kann ihn hier niemand. Eine Antwort gilt sechs Stunden für alle Zellen.',
    es: 'Todo editor de este archivo puede usar la clave, y cada respuesta nueva cuenta en su cuota diaria. Aquí nadie puede leerla. Una respuesta sirve a todas las celdas durante seis horas.',
  },
} satisfies Record<string, Text>;

/** The menu, and the names of the sidebar's views. */
export const menuTexts = {
  'menu.open': { en: 'Open sidebar', de: 'Seitenleiste öffnen', es: 'Abrir barra lateral' },
  'menu.refresh': {
    en: 'Refresh this file…',
    de: 'Diese Datei aktualisieren…',
    es: 'Actualizar este archivo…',
  },
  'menu.failed': {
    en: 'Run failed formulas again…',
    de: 'Fehlgeschlagene Formeln erneut ausführen…',
    es: 'Recalcular las fórmulas con error…',
  },
  'menu.report': { en: 'Insert a report…', de: 'Bericht einfügen…', es: 'Insertar un informe…' },
  'view.key': { en: 'Key', de: 'Schlüssel', es: 'Clave' },
  'view.formula': { en: 'Formula', de: 'Formel', es: 'Fórmula' },
  'view.reports': { en: 'Reports', de: 'Berichte', es: 'Informes' },
  'view.refresh': { en: 'Refresh', de: 'Daten', es: 'Datos' },
  'view.tools': { en: 'Tools', de: 'Tools', es: 'Útiles' },
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

export const quotaTexts = {
  'quota.title': { en: 'Requests left', de: 'Übrige Anfragen', es: 'Solicitudes restantes' },
  'quota.minute': { en: 'Minute', de: 'Minute', es: 'Minuto' },
  'quota.day': { en: 'Today', de: 'Heute', es: 'Hoy' },
  'quota.left': { en: '{left} left', de: 'noch {left}', es: 'quedan {left}' },
  'quota.leftOf': {
    en: '{left} of {limit} left',
    de: 'noch {left} von {limit}',
    es: 'quedan {left} de {limit}',
  },
  'quota.notTold': { en: 'not known yet', de: 'noch nicht bekannt', es: 'aún no se sabe' },
  'quota.none': {
    en: 'none left, new at {time}',
    de: 'verbraucht, neu um {time}',
    es: 'agotadas, nuevas a las {time}',
  },
  'quota.spent': {
    en: 'at least {count} used',
    de: 'mindestens {count} genutzt',
    es: 'al menos {count} usadas',
  },
  'quota.requests': {
    en: '1 request|{count} requests',
    de: '1 Anfrage|{count} Anfragen',
    es: '1 solicitud|{count} solicitudes',
  },
  'quota.asOf': {
    en: 'As of the last answer at {time}.',
    de: 'Wie bei der letzten Antwort um {time}.',
    es: 'Según la última respuesta, a las {time}.',
  },
  'quota.count': {
    en: 'Count requests',
    de: 'Anfragen zählen',
    es: 'Contar solicitudes',
  },
} satisfies Record<string, Text>;
