import { addAliases, isApiError, matchWebsites, type Website } from '@answershare/core';
import { listClientFaults } from '../../collect/client-websites.ts';
import { createBotHost, toClientOptions } from '../../collect/host.ts';
import { openServiceClient } from '../../collect/service-client.ts';
import { formatKeyNotice } from '../../collect/service-profile.ts';
import { createDirectory, formatRename, listRenames } from '../../collect/website-directory.ts';
import { listMissingWebsites, noWebsiteMessage } from '../../collect/websites.ts';
import { composeInputs, listShownWeeks } from '../../delivery/compose.ts';
import { findEarlyDigest } from '../../delivery/freshness.ts';
import { findFolderFault } from '../../delivery/web-copies.ts';
import { measurePlacebo, websitesOfPlacebo } from '../../digest/placebo.ts';
import { assertTemplate } from '../../renderers/mail/render.ts';
import { checkMailTemplate } from '../../renderers/mail/template-samples.ts';
import { listNextReports } from '../../schedule/due.ts';
import { formatPeriodName } from '../../schedule/iso-week.ts';
import { findRhythmFaults } from '../../schedule/reported-weeks.ts';
import { listServiceNames, type Service } from '../../settings/services.ts';
import type { BotSettings, DigestAudience, DigestSchedule } from '../../settings/settings.ts';
import { inspectStore } from '../../store/inspect-store.ts';
import type { Database } from '../../store/tables.ts';
import { type ExitCode, NoDigestError, UserError } from '../../system/errors.ts';
import { pluralize } from '../../system/text.ts';
import { checkChannel } from '../../transports/http.ts';
import { checkMail } from '../../transports/mail/mail-transport.ts';
import type { Context } from '../io/context.ts';
import { formatCondition, formatLocalTime } from '../io/format.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';
import { describeSelections, formatSelections } from '../io/selections.ts';

interface CheckResult {
  readonly subject: string;
  readonly ok: boolean;
  /** True for a fault that stops nothing. */
  readonly warning?: true;
  readonly message: string;
}

/** Checks settings, ledger, key (one request), websites, mail server, channels and mail template. Prints the next times. */
export async function checkSetup(context: Context, options: CommonOptions): Promise<ExitCode> {
  const { config, now, json } = options;
  const clock = parseClock(now);
  const settings = context.settings(config);
  for (const { url } of settings.services) context.notice(formatKeyNotice(url));
  const ledger = await inspectStore(settings.store);
  const found: CheckResult[] = [
    { subject: 'settings', ok: true, message: `${config} is in order` },
    { subject: 'ledger', ok: ledger.ok, message: ledger.message },
    ...(await checkPlacebo(settings.schedules[0], ledger.db, clock())),
    ...(await checkServices(settings, context.ended, ledger.db, clock()).finally(ledger.close)),
  ];
  const audiences = [...settings.schedules, ...settings.alerts];
  if (settings.mail === null) {
    const mails = audiences.length === 0 || audiences.some(({ recipients }) => recipients.length > 0);
    if (mails)
      found.push({
        subject: 'smtp',
        ok: false,
        message: 'no mail server is set; add "smtp" to send digests, or "postmark", "resend" or "ses"',
      });
  } else {
    found.push(await checkMail(settings.mail));
  }
  found.push(
    ...(await checkChannels(audiences)),
    checkTemplate(),
    ...(await checkOwnTemplates(audiences)),
    ...checkWebCopies(settings.schedules),
    ...checkRhythms(settings.schedules, clock()),
    ...checkTimes(settings, clock()),
  );
  const times = settings.schedules.map((schedule) => ({
    schedule: schedule.id,
    ...describeSelections(schedule),
    ...describeNextTimes(schedule, clock()),
  }));
  const alerts = settings.alerts.map((alert) => ({
    alert: alert.id,
    condition: formatCondition(alert),
    ...describeSelections(alert),
  }));
  if (json === true) context.writeJson({ findings: found, schedules: times, alerts });
  else {
    for (const { subject, ok, warning, message } of found)
      context.report(`${ok ? (warning ? 'WARN ' : 'ok   ') : 'FAIL '} ${subject}: ${message}`);
    for (const { schedule, next, weeks, ...selected } of times) {
      const lines = next.map((time, at) => `${time} reports ${formatPeriodName(weeks[at] ?? '')}`);
      context.report([`Next times of ${schedule}:`, ...lines, ...formatSelections(selected)].join('\n  '));
    }
    for (const { alert, condition, ...selected } of alerts)
      context.report([`Alert ${alert}: ${condition}`, ...formatSelections(selected)].join('\n  '));
  }
  if (!found.every(({ ok }) => ok)) return 1;
  context.next('snapshot', options);
  return 0;
}

const mailsOfPlacebo = 40;

/** How often the rules find a change in weeks of the ledger that are shuffled, so that nothing changed. */
async function checkPlacebo(
  schedule: DigestSchedule | undefined,
  db: Database | null,
  now: number,
): Promise<CheckResult[]> {
  if (schedule === undefined || db === null) return [];
  const options = { until: now, most: websitesOfPlacebo };
  const [input] = await composeInputs({ db }, schedule, listShownWeeks(schedule, null, now), options).catch(
    (thrown) => {
      if (thrown instanceof NoDigestError) return [];
      throw thrown;
    },
  );
  const found = input === undefined ? null : measurePlacebo(input, mailsOfPlacebo);
  if (found === null) return [];
  const { mails, own, competitors } = found;
  const isHigh = Math.max(own, competitors) > mostOfPlacebo;
  return [
    {
      subject: `placebo of ${schedule.id}`,
      ok: true,
      ...(isHigh ? { warning: true } : {}),
      message: `of ${mails} mails about its weeks in shuffled order, in which nothing changed, ${own} ${own === 1 ? 'has' : 'have'} a false arrow of an own figure, and ${competitors} of a competitor${isHigh ? '. Two are usual, so read arrows with care' : ''}`,
    },
  ];
}

/** 5 % of the mails, and two standard errors of it. */
const mostOfPlacebo = 0.05 * mailsOfPlacebo + 2 * Math.sqrt(0.05 * 0.95 * mailsOfPlacebo);

/** Connects to each channel and sends nothing. */
async function checkChannels(audiences: readonly DigestAudience[]): Promise<CheckResult[]> {
  const channels = new Map(audiences.flatMap(({ channels: all }) => all.map((one) => [one.id, one])));
  return Promise.all(
    [...channels.values()].map(async (channel) => {
      const fault = await checkChannel(channel);
      return { subject: channel.id, ok: fault === null, message: fault ?? 'takes connections' };
    }),
  );
}

function checkTemplate(): CheckResult {
  try {
    assertTemplate();
    return { subject: 'template', ok: true, message: 'the mail template is built' };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return { subject: 'template', ok: false, message: thrown.message };
  }
}

/** Checks the templates of schedules: names, markup, and the mails of all fixture weeks. */
async function checkOwnTemplates(schedules: readonly DigestAudience[]): Promise<CheckResult[]> {
  const found: CheckResult[] = [];
  for (const { id, design } of schedules) {
    const { template } = design;
    if (template === null) continue;
    const faults = await checkMailTemplate(template);
    const subject = `template of ${id}`;
    if (faults.length === 0)
      found.push({ subject, ok: true, message: `${template.name} renders every example week` });
    found.push(...faults.map((message) => ({ subject, ok: false, message })));
  }
  return found;
}

/** Writes and removes an empty file in each folder of web copies. */
function checkWebCopies(schedules: readonly DigestAudience[]): CheckResult[] {
  return schedules.flatMap(({ id, webCopy }): CheckResult[] => {
    if (webCopy === null) return [];
    const subject = `web copy of ${id}`;
    const fault = findFolderFault(webCopy.folder);
    return [{ subject, ok: fault === null, message: fault ?? `${webCopy.folder} takes files` }];
  });
}

/** The next times of a schedule for people, and the week that each one reports. */
function describeNextTimes(schedule: DigestSchedule, now: number) {
  const reports = listNextReports(schedule, now, shownTimes);
  return {
    next: reports.map(({ time }) => formatLocalTime(time, schedule.timezone)),
    weeks: reports.map(({ week }) => week),
  };
}

const shownTimes = 5;

/** Rejects times that repeat weeks or leave some out; warns of those that report an older week. */
function checkRhythms(schedules: readonly DigestSchedule[], now: number): CheckResult[] {
  return schedules.flatMap((schedule) =>
    findRhythmFaults(schedule, now).map(({ isWarning, message }): CheckResult => {
      const warning = isWarning ? ({ warning: true } as const) : {};
      return { subject: `times of ${schedule.id}`, ok: isWarning, ...warning, message };
    }),
  );
}

/** Warns of schedules whose digests leave before the snapshot with which their week is complete. */
function checkTimes({ schedules, snapshots }: BotSettings, now: number): CheckResult[] {
  return schedules.flatMap((schedule): CheckResult[] => {
    const early = findEarlyDigest(schedule, snapshots, now);
    if (early === null) return [];
    const [due, complete] = [early.dueAt, early.completeAt].map((time) =>
      formatLocalTime(time, schedule.timezone),
    );
    const wait = schedule.waitHours > 0 ? ` and waits ${pluralize(schedule.waitHours, 'hour')} at most` : '';
    const message = `it is due at ${due}${wait}; the snapshot with the last day of its week is taken at ${complete}. Set "waitHours: ${early.waitHours}" for this schedule, or a later time in its "cron".`;
    return [{ subject: `times of ${schedule.id}`, ok: true, warning: true, message }];
  });
}

/** One request to each service; the websites of all are null if one fails or has none. */
async function listWebsites(
  services: readonly Service[],
  ended: AbortSignal,
): Promise<{ readonly found: readonly CheckResult[]; readonly websites: readonly Website[] | null }> {
  const host = createBotHost({ ended, atOnce: true });
  const found: CheckResult[] = [];
  const websites: Website[] = [];
  for (const service of services) {
    const subject = service.name === '' ? 'service' : `service ${service.name}`;
    try {
      const { value } = await openServiceClient(service, toClientOptions(service), host).websites();
      const message = `${service.url} takes the key; ${pluralize(value.length, 'website')}`;
      found.push({ subject, ok: true, message });
      if (value.length === 0) found.push({ subject: 'websites', ok: false, message: noWebsiteMessage });
      websites.push(...value);
    } catch (thrown) {
      if (!isApiError(thrown) && (services.length === 1 || !(thrown instanceof UserError))) throw thrown;
      found.push({ subject, ok: false, message: thrown.message });
    }
  }
  return { found, websites: found.every(({ ok }) => ok) ? websites : null };
}

async function checkServices(
  { services, schedules, alerts, names, clients }: BotSettings,
  ended: AbortSignal,
  db: Database | null,
  now: number,
): Promise<readonly CheckResult[]> {
  const { found, websites } = await listWebsites(services, ended);
  if (websites === null) return found;
  const audiences = [...schedules, ...alerts];
  const directory =
    db === null
      ? {
          services: listServiceNames(services),
          listed: addAliases(websites, names.websites),
          renamed: new Map(),
        }
      : await createDirectory(db, websites, audiences, now);
  const unknown = (names.websites ?? []).filter(({ name }) => matchWebsites(websites, name).length !== 1);
  const missing = audiences.flatMap((schedule) => listMissingWebsites(schedule, directory));
  const misplaced = listClientFaults(clients, directory);
  return [
    ...found,
    ...listRenames(directory).map((rename) => {
      return { subject: 'websites', ok: true, warning: true, message: formatRename(rename) } as const;
    }),
    ...missing.map((message) => ({ subject: 'websites', ok: false, message })),
    ...misplaced.map((message) => ({ subject: 'clients', ok: false, message })),
    ...unknown.map(({ name }) => ({
      subject: 'names',
      ok: false,
      message: `"${name}" of names.websites is not one website of this key. Write its id, or remove the entry.`,
    })),
  ];
}
