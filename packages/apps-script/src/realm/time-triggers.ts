import type { TimeTrigger } from '../host-calls.ts';
import type { Kit } from './kit.ts';

/** ScriptApp's time-driven triggers (reference/script/clock-trigger-builder), as an add-on may have them. */
export function timeTriggers(kit: Kit): void {
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
    inTimezone: (zone) => typeof zone === 'string' && kit.formatDate(new Date(0), zone, 'y') !== '',
  };
  const recurrences = ['after', 'everyHours', 'everyDays', 'everyWeeks', 'onMonthDay', 'onWeekDay'];
  const triggerObject = (trigger: TimeTrigger): object => {
    const self = Object.freeze({
      getHandlerFunction: () => trigger.handler,
      getUniqueId: () => trigger.id,
      getEventType: () => 'CLOCK',
      getTriggerSource: () => 'CLOCK',
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
          throw kit.exception(`Invalid argument: ClockTriggerBuilder.${name}`);
        schedule[name] = typeof value === 'number' ? value : String(value);
        return self;
      };
    }
    self.everyMinutes = () => {
      // workspace/add-ons/concepts/editor-triggers: at most once an hour.
      throw kit.exception('A time-driven trigger of an add-on fires at most once an hour: use everyHours.');
    };
    self.create = () => {
      if (!recurrences.some((name) => name in schedule)) {
        throw kit.exception(
          'The trigger has no recurrence: call after, everyHours, everyDays, everyWeeks, onWeekDay or onMonthDay.',
        );
      }
      return triggerObject(kit.call('trigger.create', handler, schedule));
    };
    return Object.freeze(self);
  };
  kit.scriptApp.WeekDay = Object.freeze(Object.fromEntries(weekDays.map((day) => [day, day])));
  kit.scriptApp.newTrigger = (...args: [string]) => {
    kit.allow('ScriptApp.newTrigger', 'triggers');
    kit.check('ScriptApp.newTrigger', args, ['string']);
    return Object.freeze({ timeBased: () => builder(args[0]) });
  };
  kit.scriptApp.getProjectTriggers = () => {
    kit.allow('ScriptApp.getProjectTriggers', 'triggers');
    return kit.call('trigger.list').map(triggerObject);
  };
  kit.scriptApp.getUserTriggers = (...args: [object]) => {
    kit.allow('ScriptApp.getUserTriggers', 'triggers');
    kit.check('ScriptApp.getUserTriggers', args, ['object']);
    return kit.call('trigger.list').map(triggerObject);
  };
  kit.scriptApp.deleteTrigger = (...args: [object]) => {
    kit.allow('ScriptApp.deleteTrigger', 'triggers');
    kit.check('ScriptApp.deleteTrigger', args, ['object']);
    const id = ids.get(args[0]);
    if (id === undefined) throw kit.exception('ScriptApp.deleteTrigger: the argument is not a Trigger.');
    kit.call('trigger.remove', id);
  };
}
