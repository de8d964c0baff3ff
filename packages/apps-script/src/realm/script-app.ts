import type { TimeTrigger } from '../protocol/host-calls.ts';
import type { ServiceRuntime } from './service-runtime.ts';

/** ScriptApp: authorisation by scope (reference/script/script-app) and triggers. */
export function installScriptApp(runtime: ServiceRuntime): void {
  const modes = runtime.enumeration(['NONE', 'CUSTOM_FUNCTION', 'LIMITED', 'FULL']);
  const wanted = (scopes: string[] | undefined): string[] => {
    const { listed } = runtime.facts.scopes;
    if (scopes === undefined) return [...(listed === null ? [] : listed)];
    const unknown = listed === null ? undefined : scopes.filter((scope) => listed.indexOf(scope) < 0)[0];
    if (unknown !== undefined) throw runtime.exception(`The scope ${unknown} is not required by the script.`);
    return scopes;
  };
  const isGranted = (scope: string): boolean => {
    const granted = runtime.facts.scopes.granted;
    return granted === null || granted.indexOf(scope) >= 0;
  };
  runtime.service('ScriptApp', {
    ...runtime.scriptApp,
    AuthMode: modes,
    AuthorizationStatus: runtime.enumeration(['REQUIRED', 'NOT_REQUIRED']),
    getAuthorizationInfo(...args: [string, string[]?]) {
      runtime.check('ScriptApp.getAuthorizationInfo', args, ['string'], ['string', 'string[]']);
      const scopes = wanted(args[1]);
      const missing = args[0] === 'FULL' && !scopes.every(isGranted);
      return Object.freeze({
        getAuthorizationStatus: () => (missing ? 'REQUIRED' : 'NOT_REQUIRED'),
        getAuthorizationUrl: () => (missing ? 'https://script.google.com/macros/d/local/auth' : null),
        getAuthorizedScopes: () => scopes.filter(isGranted),
      });
    },
    requireScopes(...args: [string, string[]]) {
      runtime.check('ScriptApp.requireScopes', args, ['string', 'string[]']);
      const missing = wanted(args[1]).filter((scope) => !isGranted(scope));
      if (missing.length > 0) runtime.call('auth.ask', missing);
    },
  });
}

/** Time-driven triggers (reference/script/clock-trigger-builder), within an add-on's limits. */
export function installTimeTriggers(runtime: ServiceRuntime): void {
  const ids = new WeakMap<object, string>();
  const weekDays = 'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY'.split(' ');
  const steps: { [method: string]: (value: unknown) => boolean } = {
    after: (ms) => typeof ms === 'number' && ms >= 0,
    everyHours: (n) => Number.isInteger(n) && Number(n) >= 1,
    everyDays: (n) => Number.isInteger(n) && Number(n) >= 1,
    everyWeeks: (n) => Number.isInteger(n) && Number(n) >= 1,
    onMonthDay: (n) => Number.isInteger(n) && Number(n) >= 1 && Number(n) <= 31,
    atHour: (n) => Number.isInteger(n) && Number(n) >= 0 && Number(n) <= 23,
    nearMinute: (n) => Number.isInteger(n) && Number(n) >= 0 && Number(n) <= 59,
    onWeekDay: (day) => weekDays.includes(String(day)),
    inTimezone: (zone) => typeof zone === 'string' && runtime.formatDate(new Date(0), zone, 'y') !== '',
  };
  const recurrences = ['after', 'everyHours', 'everyDays', 'everyWeeks', 'onMonthDay', 'onWeekDay'];
  const triggerObject = (trigger: TimeTrigger): object => {
    const self = Object.freeze({
      getHandlerFunction: () => trigger.handler,
      getUniqueId: () => trigger.id,
      getEventType: () => 'CLOCK',
    });
    ids.set(self, trigger.id);
    return self;
  };
  const builder = (handler: string): object => {
    const schedule: TimeTrigger['schedule'] = {};
    const self: { [method: string]: (...args: unknown[]) => unknown } = {};
    for (const [name, fits] of Object.entries(steps)) {
      self[name] = (...args) => {
        const [value] = args;
        if (args.length !== 1 || !fits(value))
          throw runtime.exception(`Invalid argument: ClockTriggerBuilder.${name}`);
        schedule[name] = typeof value === 'number' ? value : String(value);
        return self;
      };
    }
    self.everyMinutes = () => {
      // workspace/add-ons/concepts/editor-triggers: at most once an hour.
      throw runtime.exception(
        'A time-driven trigger of an add-on fires at most once an hour: use everyHours.',
      );
    };
    self.create = () => {
      if (!recurrences.some((name) => name in schedule)) {
        throw runtime.exception(
          'The trigger has no recurrence: call after, everyHours, everyDays, everyWeeks, onWeekDay or onMonthDay.',
        );
      }
      return triggerObject(runtime.call('trigger.create', handler, schedule));
    };
    return Object.freeze(self);
  };
  runtime.scriptApp.WeekDay = Object.freeze(Object.fromEntries(weekDays.map((day) => [day, day])));
  runtime.scriptApp.newTrigger = (...args: [string]) => {
    runtime.allow('ScriptApp.newTrigger', 'triggers');
    runtime.check('ScriptApp.newTrigger', args, ['string']);
    return Object.freeze({ timeBased: () => builder(args[0]) });
  };
  runtime.scriptApp.getProjectTriggers = () => {
    runtime.allow('ScriptApp.getProjectTriggers', 'triggers');
    return runtime.call('trigger.list').map(triggerObject);
  };
  runtime.scriptApp.getUserTriggers = (...args: [object]) => {
    runtime.allow('ScriptApp.getUserTriggers', 'triggers');
    runtime.check('ScriptApp.getUserTriggers', args, ['object']);
    return runtime.call('trigger.list').map(triggerObject);
  };
  runtime.scriptApp.deleteTrigger = (...args: [object]) => {
    runtime.allow('ScriptApp.deleteTrigger', 'triggers');
    runtime.check('ScriptApp.deleteTrigger', args, ['object']);
    const id = ids.get(args[0]);
    if (id === undefined) throw runtime.exception('ScriptApp.deleteTrigger: the argument is not a Trigger.');
    runtime.call('trigger.remove', id);
  };
}

/** Session: what an anonymous user may read (guides/sheets/functions). */
export function installSession(runtime: ServiceRuntime): void {
  runtime.service('Session', {
    getActiveUserLocale(...args: []) {
      runtime.check('Session.getActiveUserLocale', args, []);
      runtime.allow('Session.getActiveUserLocale', 'locale');
      const { locale } = runtime.call('document.read');
      return locale.split(/[_-]/)[0];
    },
    // Empty for a user of another domain (reference/base/user#getEmail).
    getActiveUser(...args: []) {
      runtime.check('Session.getActiveUser', args, []);
      runtime.allow('Session.getActiveUser', 'identity');
      return Object.freeze({ getEmail: () => runtime.facts.activeUser });
    },
    // Of a trigger it is the user who created it (reference/base/session).
    getEffectiveUser(...args: []) {
      runtime.check('Session.getEffectiveUser', args, []);
      runtime.allow('Session.getEffectiveUser', 'identity');
      return Object.freeze({ getEmail: () => 'user@example.com' });
    },
    getScriptTimeZone(...args: []) {
      runtime.check('Session.getScriptTimeZone', args, []);
      return runtime.facts.scriptTimeZone;
    },
  });
}

/** MailApp (reference/mail/mail-app): plain texts to a comma-separated list. */
export function installMailApp(runtime: ServiceRuntime): void {
  runtime.service('MailApp', {
    getRemainingDailyQuota(...args: []) {
      runtime.check('MailApp.getRemainingDailyQuota', args, []);
      runtime.allow('MailApp.getRemainingDailyQuota', 'mail');
      return runtime.call('mail.left');
    },
    sendEmail(...args: [string, string, string]) {
      runtime.check('MailApp.sendEmail', args, ['string', 'string', 'string']);
      runtime.allow('MailApp.sendEmail', 'mail');
      const [to, subject, body] = args;
      const recipients = to
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
      runtime.call('mail.send', { recipients, subject, body });
    },
  });
}
