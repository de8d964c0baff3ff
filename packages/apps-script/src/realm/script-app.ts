import type { Kit } from './kit.ts';

/** ScriptApp: the AuthMode names and the answer that nothing is left to authorise here. */
export function scriptApp(kit: Kit): void {
  const enumeration = (names: string[]) =>
    Object.freeze(Object.fromEntries(names.map((name) => [name, name])));
  const modes = enumeration(['NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL']);
  const info = Object.freeze({
    getAuthorizationStatus: () => 'NOT_REQUIRED',
    getAuthorizationUrl: () => null,
  });
  kit.service('ScriptApp', {
    ...kit.scriptApp,
    AuthMode: modes,
    AuthorizationStatus: enumeration(['REQUIRED', 'NOT_REQUIRED']),
    getAuthorizationInfo(...args: [string]) {
      kit.check('ScriptApp.getAuthorizationInfo', args, ['string']);
      return info;
    },
  });
}
