/** Google's authorisation modes (guides/authorization). */
export type AuthMode = 'NONE' | 'LIMITED' | 'CUSTOM_FUNCTION' | 'FULL';

/** What a service method needs before it may run. */
export type Permission =
  | 'plain'
  | 'locale'
  | 'menus'
  | 'document'
  | 'document-write'
  | 'properties'
  | 'anonymous-service'
  | 'fetch'
  | 'screen'
  | 'user';

/** The table of guides/authorization, "authorization modes", one row per mode. */
export const granted: Readonly<Record<AuthMode, readonly Permission[]>> = {
  NONE: ['plain', 'locale', 'menus'],
  LIMITED: ['plain', 'locale', 'menus', 'document', 'document-write', 'properties', 'anonymous-service'],
  CUSTOM_FUNCTION: ['plain', 'locale', 'document', 'properties', 'anonymous-service', 'fetch'],
  FULL: [
    'plain',
    'locale',
    'menus',
    'document',
    'document-write',
    'properties',
    'anonymous-service',
    'fetch',
    'screen',
    'user',
  ],
};
