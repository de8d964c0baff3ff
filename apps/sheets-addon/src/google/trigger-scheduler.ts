import type { TriggerScheduler } from '../ports/trigger-scheduler.ts';

/** False in a build without a schedule, whose manifest has one scope less. */
declare const BUILT_WITH_SCHEDULE: boolean;

/** The function that the trigger runs. */
const dispatcher = 'onSchedule';

const scope = 'https://www.googleapis.com/auth/script.scriptapp';

/** This user's time-driven trigger in this file (Google: editor triggers). */
export function documentTriggers(): TriggerScheduler {
  return {
    isAvailable: BUILT_WITH_SCHEDULE,
    // A user may deny single scopes (Google: granular consent).
    requestConsent() {
      ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, [scope]);
    },
    findOwn(ids) {
      try {
        const own = ScriptApp.getProjectTriggers().map((trigger) => trigger.getUniqueId());
        return own.find((id) => ids.includes(id)) ?? null;
      } catch (thrown) {
        // A user without consent has no triggers.
        console.info(`No trigger was found: ${String(thrown)}`);
        return null;
      }
    },
    create: () => ScriptApp.newTrigger(dispatcher).timeBased().everyHours(1).create().getUniqueId(),
    remove(ids) {
      try {
        // The list may hold triggers of the user's other files: only the given ids are removed.
        for (const trigger of ScriptApp.getProjectTriggers()) {
          if (ids.includes(trigger.getUniqueId())) ScriptApp.deleteTrigger(trigger);
        }
      } catch (thrown) {
        // A user without consent has no triggers; other users' triggers remove themselves.
        console.info(`No trigger was removed: ${String(thrown)}`);
      }
    },
  };
}
