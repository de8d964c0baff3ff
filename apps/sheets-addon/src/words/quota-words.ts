import type { Text } from './language.ts';

export const quotaWords = {
  'quota.title': { en: 'Requests', de: 'Anfragen', es: 'Solicitudes' },
  'quota.minute': { en: 'This minute', de: 'Diese Minute', es: 'Este minuto' },
  'quota.day': { en: 'Today', de: 'Heute', es: 'Hoy' },
  'quota.refresh': { en: 'Full refresh', de: 'Volle Aktualisierung', es: 'Actualización completa' },
  'quota.left': { en: '{left} left', de: 'noch {left}', es: 'quedan {left}' },
  'quota.leftOf': {
    en: '{left} of {limit} left',
    de: 'noch {left} von {limit}',
    es: 'quedan {left} de {limit}',
  },
  'quota.until': { en: 'new at {time}', de: 'neu um {time}', es: 'se renueva a las {time}' },
  'quota.notTold': { en: 'not told yet', de: 'noch nicht bekannt', es: 'aún no se sabe' },
  'quota.spent': {
    en: 'at least {count} used from this file; how many are left is not told',
    de: 'mindestens {count} aus dieser Datei; wie viele übrig sind, ist nicht bekannt',
    es: 'al menos {count} desde este archivo; no se indica cuántas quedan',
  },
  'quota.requests': {
    en: '1 request|{count} requests',
    de: '1 Anfrage|{count} Anfragen',
    es: '1 solicitud|{count} solicitudes',
  },
  'quota.asOf': {
    en: 'As the last answer told at {time}.',
    de: 'Wie bei der letzten Antwort um {time}.',
    es: 'Según la última respuesta, a las {time}.',
  },
  'quota.count': {
    en: 'Count a full refresh',
    de: 'Volle Aktualisierung zählen',
    es: 'Contar una actualización',
  },
} satisfies Record<string, Text>;
