import type { Alarm } from '../actions/office.ts';

/** False in a build without a schedule, whose manifest asks for one scope less. */
declare const BUILT_WITH_SCHEDULE: boolean;

/** The function that the trigger runs. */
export const dispatcher = 'onSchedule';

const scope = 'https://www.googleapis.com/auth/script.scriptapp';

/** This user's one time-driven trigger in this file (Google: editor triggers). */
export function documentAlarm(): Alarm {
  return {
    there: BUILT_WITH_SCHEDULE,
    // A person may refuse single scopes (Google: granular consent).
    allow() {
      ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [scope]);
    },
    set(hours, hour, zone) {
      const clock = ScriptApp.newTrigger(dispatcher).timeBased();
      const trigger =
        hours === 24
          ? clock.everyDays(1).atHour(hour).inTimezone(zone).create()
          : clock.everyHours(hours).create();
      return trigger.getUniqueId();
    },
    clear(ids) {
      try {
        // The list may hold triggers of the user's other files, so only those that are named are touched.
        for (const trigger of ScriptApp.getProjectTriggers()) {
          if (ids.indexOf(trigger.getUniqueId()) >= 0) ScriptApp.deleteTrigger(trigger);
        }
      } catch (thrown) {
        // Who has not allowed triggers has none; those of others end themselves.
        console.info(`No trigger was removed: ${String(thrown)}`);
      }
    },
  };
}
