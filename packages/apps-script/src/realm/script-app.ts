import type { Kit } from './kit.ts';

/** ScriptApp: authorisation by scope (reference/script/script-app), with the triggers. */
export function scriptApp(kit: Kit): void {
  const enumeration = (names: string[]) =>
    Object.freeze(Object.fromEntries(names.map((name) => [name, name])));
  const modes = enumeration(['NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL']);
  const wanted = (scopes: string[] | undefined): string[] => {
    const { listed } = kit.facts.scopes;
    if (scopes === undefined) return [...(listed === null ? [] : listed)];
    const unknown = listed === null ? undefined : scopes.filter((scope) => listed.indexOf(scope) < 0)[0];
    if (unknown !== undefined) throw kit.exception(`The scope ${unknown} is not required by the script.`);
    return scopes;
  };
  const granted = (scope: string): boolean => {
    const given = kit.facts.scopes.granted;
    return given === null || given.indexOf(scope) >= 0;
  };
  const ask = (scopes: string[]): void => {
    const missing = scopes.filter((scope) => !granted(scope));
    if (missing.length > 0) kit.call('auth.ask', missing);
  };
  kit.service('ScriptApp', {
    ...kit.scriptApp,
    AuthMode: modes,
    AuthorizationStatus: enumeration(['REQUIRED', 'NOT_REQUIRED']),
    getAuthorizationInfo(...args: [string, string[]?]) {
      kit.check('ScriptApp.getAuthorizationInfo', args, ['string'], ['string', 'string[]']);
      const scopes = wanted(args[1]);
      const missing = args[0] === 'FULL' && !scopes.every(granted);
      return Object.freeze({
        getAuthorizationStatus: () => (missing ? 'REQUIRED' : 'NOT_REQUIRED'),
        getAuthorizationUrl: () => (missing ? 'https://script.google.com/macros/d/local/auth' : null),
        getAuthorizedScopes: () => scopes.filter(granted),
      });
    },
    requireScopes(...args: [string, string[]]) {
      kit.check('ScriptApp.requireScopes', args, ['string', 'string[]']);
      ask(wanted(args[1]));
    },
    requireAllScopes(...args: [string]) {
      kit.check('ScriptApp.requireAllScopes', args, ['string']);
      ask(wanted(undefined));
    },
  });
}
