/** Google's authorisation modes (reference/script/auth-mode). */
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

/** The table "authorization modes" of workspace/add-ons/concepts/editor-auth-lifecycle, one row per mode. */
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
