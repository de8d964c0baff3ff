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
export const permissionsByMode: Readonly<Record<AuthMode, readonly Permission[]>> = {
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

const scopeUrl = (name: string): string => `https://www.googleapis.com/auth/${name}`;

/** The scopes that a permission needs, any one of them (the pages of the services under reference/). */
export const scopesByPermission: { readonly [need: string]: readonly string[] } = {
  document: [scopeUrl('spreadsheets.currentonly'), scopeUrl('spreadsheets')],
  'document-write': [scopeUrl('spreadsheets.currentonly'), scopeUrl('spreadsheets')],
  fetch: [scopeUrl('script.external_request')],
  screen: [scopeUrl('script.container.ui')],
  triggers: [scopeUrl('script.scriptapp')],
};
