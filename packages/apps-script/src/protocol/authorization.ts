/** Google's authorisation modes (reference/script/auth-mode). */
export type AuthMode = 'NONE' | 'LIMITED' | 'CUSTOM_FUNCTION' | 'FULL';

const plain = ['plain', 'locale', 'menus'] as const;
const limited = [...plain, 'document', 'document-write', 'properties', 'anonymous-service'] as const;
const full = [...limited, 'fetch', 'screen', 'triggers', 'mail', 'identity', 'user'] as const;

/** The permission that a service method needs. */
export type Permission = (typeof full)[number];

/** The table "authorization modes" of workspace/add-ons/concepts/editor-auth-lifecycle. */
export const permissionsByMode: Readonly<Record<AuthMode, readonly Permission[]>> = {
  NONE: plain,
  LIMITED: limited,
  CUSTOM_FUNCTION: ['plain', 'locale', 'document', 'properties', 'anonymous-service', 'fetch'],
  FULL: full,
};

const scopeUrl = (name: string): string => `https://www.googleapis.com/auth/${name}`;

/** Scopes of a permission; one of them suffices (pages of the services under reference/). */
export const scopesByPermission: { readonly [need: string]: readonly string[] } = {
  document: [scopeUrl('spreadsheets.currentonly'), scopeUrl('spreadsheets')],
  'document-write': [scopeUrl('spreadsheets.currentonly'), scopeUrl('spreadsheets')],
  fetch: [scopeUrl('script.external_request')],
  screen: [scopeUrl('script.container.ui')],
  triggers: [scopeUrl('script.scriptapp')],
  mail: [scopeUrl('script.send_mail')],
  identity: [scopeUrl('userinfo.email')],
};
