import { asyncClient, isApiError } from '@answershare/core';
import { clientOptions } from '../collect/client-options.ts';
import { nodeHost } from '../collect/host.ts';
import { announcement } from '../collect/known-hosts.ts';
import { Complaint, type ExitCode } from '../complaint.ts';
import { counted } from '../counted.ts';
import { requireTemplate } from '../letter/html.ts';
import { serverName, smtpComplaint } from '../post/transport.ts';
import { audience } from '../run/audience.ts';
import { nextTimes } from '../schedule/cron.ts';
import type { Settings } from '../settings/settings.ts';
import type { Context } from './context.ts';
import { bothTimes } from './time.ts';

interface Finding {
  readonly subject: string;
  readonly ok: boolean;
  readonly said: string;
}

/** Checks the settings, the key (one request), the websites' names, the mail server and the letter's template, and shows the next times. */
export async function check(
  context: Context,
  file: string,
  clock: () => number,
  json: boolean,
): Promise<0 | ExitCode> {
  const settings = context.settings(file);
  context.notice(announcement(settings.service.url));
  const found: Finding[] = [
    { subject: 'settings', ok: true, said: `${file} is in order` },
    ...(await service(settings, context.ended)),
  ];
  if (settings.smtp === null)
    found.push({ subject: 'smtp', ok: false, said: 'no mail server is set; add "smtp" to send digests' });
  else {
    const complaint = await smtpComplaint(settings.smtp);
    found.push({
      subject: 'smtp',
      ok: complaint === null,
      said: complaint ?? `${serverName(settings.smtp)} takes our login`,
    });
  }
  found.push(letter());
  const times = settings.schedules.map((schedule) => ({
    schedule: schedule.id,
    next: nextTimes(schedule.cron, schedule.timezone, clock(), 5).map((time) =>
      bothTimes(time, schedule.timezone),
    ),
  }));
  if (json) context.write(JSON.stringify({ findings: found, schedules: times }));
  else {
    for (const { subject, ok, said } of found) context.write(`${ok ? 'ok   ' : 'FAIL '} ${subject}: ${said}`);
    for (const { schedule, next } of times)
      context.write(`Next times of ${schedule}:\n${next.map((time) => `  ${time}`).join('\n')}`);
  }
  return found.every(({ ok }) => ok) ? 0 : 1;
}

function letter(): Finding {
  try {
    requireTemplate();
    return { subject: 'letter', ok: true, said: 'the template of the mail is built' };
  } catch (thrown) {
    if (!(thrown instanceof Complaint)) throw thrown;
    return { subject: 'letter', ok: false, said: thrown.message };
  }
}

async function service(settings: Settings, ended: AbortSignal): Promise<Finding[]> {
  const { url } = settings.service;
  const host = nodeHost({ ended, atOnce: true });
  try {
    const { value } = await asyncClient(clientOptions(settings.service), host).websites();
    const found: Finding[] = [
      { subject: 'service', ok: true, said: `${url} takes the key; ${counted(value.length, 'website')}` },
    ];
    for (const schedule of settings.schedules) {
      for (const { reason } of audience(schedule, value).gone)
        found.push({ subject: 'websites', ok: false, said: reason });
    }
    return found;
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    return [{ subject: 'service', ok: false, said: thrown.message }];
  }
}
