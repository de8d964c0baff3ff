import type { Kit } from './kit.ts';

/** Session: only what an anonymous user may read (guides/sheets/functions). */
export function session(kit: Kit): void {
  kit.service('Session', {
    getActiveUserLocale(...args: []) {
      kit.check('Session.getActiveUserLocale', args, []);
      kit.allow('Session.getActiveUserLocale', 'locale');
      const { locale } = kit.call('document.read');
      return locale.split(/[_-]/)[0];
    },
    getScriptTimeZone(...args: []) {
      kit.check('Session.getScriptTimeZone', args, []);
      return kit.facts.scriptTimeZone;
    },
  });
}
