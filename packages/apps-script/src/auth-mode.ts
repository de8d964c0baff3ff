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
  | 'triggers'
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
    'triggers',
    'user',
  ],
};

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;

/** The scopes that a permission needs, any one of them (the pages of the services under reference/). */
export const scopesFor: { readonly [need: string]: readonly string[] } = {
  document: [scope('spreadsheets.currentonly'), scope('spreadsheets')],
  'document-write': [scope('spreadsheets.currentonly'), scope('spreadsheets')],
  fetch: [scope('script.external_request')],
  screen: [scope('script.container.ui')],
  triggers: [scope('script.scriptapp')],
};
