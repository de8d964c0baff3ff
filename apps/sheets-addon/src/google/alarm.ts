import type { Alarm } from '../actions/office.ts';

/** False in a build without a schedule, whose manifest asks for one scope less. */
declare const BUILT_WITH_SCHEDULE: boolean;

/** The function that the trigger runs. */
export const dispatcher = 'onSchedule';

const scope = 'https://www.googleapis.com/auth/script.scriptapp';

/** A person may refuse single scopes (Google: granular consent); this asks again for the one that triggers need. */
function requireConsent(): void {
  ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [scope]);
}

function clearOwn(): void {
  for (const trigger of ScriptApp.getProjectTriggers()) {
    if (trigger.getHandlerFunction() === dispatcher) ScriptApp.deleteTrigger(trigger);
  }
}

/** This user's one time-driven trigger in this file (Google: editor triggers). */
export function documentAlarm(): Alarm {
  return {
    there: BUILT_WITH_SCHEDULE,
    set(hours, hour, zone) {
      requireConsent();
      clearOwn();
      const clock = ScriptApp.newTrigger(dispatcher).timeBased();
      const trigger =
        hours === 24
          ? clock.everyDays(1).atHour(hour).inTimezone(zone).create()
          : clock.everyHours(hours).create();
      return trigger.getUniqueId();
    },
    clear() {
      try {
        clearOwn();
      } catch (thrown) {
        // Who has not allowed triggers has none; those of others end themselves.
        console.info(`No trigger was removed: ${String(thrown)}`);
      }
    },
  };
}
