import { Complaint } from '../complaint.ts';
import { nearest } from '../settings/nearest.ts';
import type { Schedule, Settings, SmtpSettings } from '../settings/settings.ts';

/** All schedules, or the one that `--schedule` names. */
export function chooseSchedules(settings: Settings, id: string | undefined): readonly Schedule[] {
  const ids = settings.schedules.map((schedule) => schedule.id);
  if (ids.length === 0)
    throw new Complaint(`${settings.file} has no schedules. Add one under "schedules".`, 2);
  if (id === undefined) return settings.schedules;
  const found = settings.schedules.filter((schedule) => schedule.id === id);
  if (found.length > 0) return found;
  const near = nearest(id, ids);
  throw new Complaint(
    `There is no such schedule${near === null ? '.' : `; did you mean "${near}"?`} There is ${ids.join(', ')}.`,
    2,
  );
}

/** The mail server, which sending needs. */
export function requireSmtp(settings: Settings): SmtpSettings {
  if (settings.smtp === null)
    throw new Complaint(`${settings.file} has no mail server. Add host, port and from under "smtp".`, 2);
  return settings.smtp;
}
