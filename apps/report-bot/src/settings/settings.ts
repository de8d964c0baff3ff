import { dirname, resolve } from 'node:path';
import type { Cadence, JudgedFigure, NameList } from '@answershare/core';
import { UsageError, type UserError } from '../system/errors.ts';
import { formatFileName, readSmallFile } from '../system/files.ts';
import { createRedactor, type Environment } from '../system/redactor.ts';
import { requireMailbox, type SenderFields, toSender } from './addresses.ts';
import { type AlertCondition, toAlertCondition } from './alert-condition.ts';
import { type Channel, toChannels } from './channels.ts';
import { checkSettings, findSecretVariable, listAllowed } from './check-settings.ts';
import { type Client, resolveSelection } from './clients.ts';
import { toWebCopySettings, type WebCopySettings } from './digest-files.ts';
import { type EventsAndGoals, toEventsAndGoals } from './events-and-goals.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { type HttpSettings, toHttpSettings } from './http-listener.ts';
import { formatIssues, formatKeyPath, type SettingsIssue, toSettingsIssues } from './issues.ts';
import { type Dashboards, type ScheduleDesign, toScheduleDesign } from './mail-design.ts';
import { type MailSettings, toMailSettings } from './mail-senders.ts';
import { insertRecipientFiles } from './recipient-file.ts';
import {
  findExposedSecrets,
  findMisdirectedSecrets,
  findSecrets,
  maskReferences,
  resolveReferences,
  type ValueOrigins,
} from './references.ts';
import { toPeriod } from './schedule-period.ts';
import { databaseUrlMessage, isDatabaseUrl, type ParsedSettings, type SendMode } from './schema.ts';
import { listServiceNames, readServices, type Service, toDashboards, toServices } from './services.ts';
import { parseYamlSource, type YamlSource } from './source.ts';

export interface Recipient extends SenderFields {
  readonly to: string;
  readonly name: string | null;
  /** BCP 47 language tag. */
  readonly locale: string;
  /** References to some of the schedule's websites; all of them without it. */
  readonly websites?: readonly string[];
}

/** Further addresses of the mail to a schedule's only recipient. */
export interface Copies {
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
}

/** Who gets which websites' figures, and how they look. */
export interface DigestAudience extends SenderFields, EventsAndGoals {
  readonly id: string;
  readonly title: string | null;
  readonly timezone: string;
  readonly websites: 'all' | readonly string[];
  readonly recipients: readonly Recipient[];
  readonly copies: Copies;
  readonly channels: readonly Channel[];
  readonly dashboard: Dashboards;
  readonly design: ScheduleDesign;
  /** Files that go with each mail. */
  readonly attach: readonly 'csv'[];
  /** Null for an alert. */
  readonly webCopy: WebCopySettings | null;
  /** The clients of all websites. */
  readonly clients?: readonly Client[];
  /** The names that the team keeps. */
  readonly names?: NameList;
  readonly groupBy?: 'client';
  /** The names of all services; that of `service` alone without them. */
  readonly services?: readonly string[];
  /** Who gets these websites, if they are not all of the schedule's: `ann@example.com and 2 more`. */
  readonly readers?: string;
}

export interface DigestSchedule extends DigestAudience {
  readonly cron: string;
  /** The periods that it reports; ISO weeks without it. */
  readonly period?: Cadence;
  readonly mode: SendMode;
  /** The longest wait for complete figures; 0 for none. */
  readonly waitHours: number;
}

/** A mail between digests. */
export interface Alert extends DigestAudience {
  readonly figure: JudgedFigure;
  readonly condition: AlertCondition;
  /** A website alerts again after so many days without the condition. */
  readonly days: number;
}

/** What has an id in the ledger. */
export type ScheduleOrAlert = DigestSchedule | Alert;

export const isAlert = (one: ScheduleOrAlert): one is Alert => 'figure' in one;

export type StoreLocation = { readonly folder: string } | { readonly url: string };

/** Who learns what needs a person. */
export interface NotifySettings {
  readonly to: readonly string[];
  /** The second sender, else that of the digests; null without both. */
  readonly mail: MailSettings | null;
  readonly channels: readonly Channel[];
  /** Secret: the address of a dead-man check; null without one. */
  readonly ping: string | null;
}

export interface BotSettings {
  readonly file: string;
  /** One at least. */
  readonly services: readonly Service[];
  readonly store: StoreLocation;
  /** Who sends the mails; null without a sender. */
  readonly mail: MailSettings | null;
  readonly snapshots: { readonly time: string; readonly timezone: string };
  /** Null without a listener. */
  readonly http: HttpSettings | null;
  /** Null without a gateway. */
  readonly gateway: GatewaySettings | null;
  readonly notify: NotifySettings;
  readonly retention: { readonly months: number };
  readonly clients: readonly Client[];
  readonly names: NameList;
  readonly schedules: readonly DigestSchedule[];
  readonly alerts: readonly Alert[];
}

const noOrigins: ValueOrigins = { fromFile: new Set(), hide: () => undefined };

/** Room for some 20,000 recipients. */
const maxSettingsBytes = 4 * 1024 * 1024;

/** Reads and checks a settings file. Throws one {@link UserError} that lists all faults as file:line. */
export function readSettings(file: string, environment: Environment, origins = noOrigins): BotSettings {
  const read = readSmallFile(file, maxSettingsBytes);
  if ('text' in read) return parseSettings(file, read.text, environment, origins);
  if (read.isMissing)
    throw new UsageError(
      `The settings file${formatFileName(file)} cannot be read. Write one with "answershare init", or name it with --config.`,
    );
  throw new UsageError(`The settings file ${file} ${read.why}. Name a text file in UTF-8 with --config.`);
}

/** {@link readSettings} of text. */
export function parseSettings(
  file: string,
  text: string,
  environment: Environment,
  origins = noOrigins,
): BotSettings {
  const source = parseYamlSource(file, text);
  const found: SettingsIssue[] = source.errors.map((fault) => ({ ...fault, path: '' }));
  if (found.length > 0) throw createSettingsError(source, found);
  const folder = dirname(resolve(file));
  const resolved = resolveReferences(source.value ?? {}, environment, folder, findSecretVariable);
  for (const secret of findSecrets(resolved)) origins.hide(secret);
  for (const { path, message } of resolved.issues)
    found.push({ line: source.lineOf(path), path: formatKeyPath(path), message: `${message}.` });
  const { value, issues, locate } = insertRecipientFiles(source, folder, resolved.value);
  for (const issue of issues) found.push(issue);
  const reportedPaths = new Set(found.map((finding) => finding.path));
  const { data, faults } = checkSettings(
    value,
    resolved.issues.map(({ path }) => path),
    folder,
  );
  const masked = { ...source, value: maskReferences(value, resolved.written) };
  for (const issue of toSettingsIssues(masked, faults, listAllowed))
    if (!reportedPaths.has(issue.path)) found.push(issue);
  const services = readServices(resolved.value, resolved.written, folder, source.lineOf);
  found.push(...services.found);
  for (const { path, message } of [
    ...findExposedSecrets(resolved.value),
    ...findMisdirectedSecrets(resolved.written, origins.fromFile),
  ])
    found.push({ line: source.lineOf(path), path: formatKeyPath(path), message });
  const database = environment.DATABASE_URL ?? '';
  if (database !== '' && !isDatabaseUrl(database)) {
    const place = origins.fromFile.has('DATABASE_URL') ? '.env' : 'the environment';
    const message = `of ${place} ${databaseUrlMessage}. Without the variable the ledger is that of "store".`;
    found.push({ line: source.lineOf(['store']), path: 'DATABASE_URL', message });
  }
  if (data === undefined || found.length > 0)
    throw createSettingsError(source, found.map(locate), resolved.referenced);
  return normalizeSettings({ file, folder }, data, environment, services.recipes, resolved.written);
}

function normalizeSettings(
  { file, folder }: { readonly file: string; readonly folder: string },
  data: ParsedSettings,
  environment: Environment,
  recipes: Parameters<typeof toServices>[1],
  references: ReadonlyMap<string, string>,
): BotSettings {
  const services = toServices(data, recipes);
  const fromEnvironment = environment.DATABASE_URL;
  const store = 'folder' in data.store ? { folder: resolve(folder, data.store.folder) } : data.store;
  const { notify } = data;
  const sender = toMailSettings(folder, data);
  const toAudience = (
    path: string,
    {
      id,
      title,
      timezone,
      websites,
      recipients,
      cc,
      bcc,
      channels,
      mail,
      attach,
      ...sender
    }: ParsedSettings['alerts'][number] | ParsedSettings['schedules'][number],
  ): DigestAudience => ({
    clients: data.clients,
    names: data.names,
    ...toEventsAndGoals(data),
    id,
    title: title ?? null,
    timezone,
    websites,
    ...toSender(sender),
    copies: { cc: cc.map(toAddress), bcc: bcc.map(toAddress) },
    channels: toChannels(
      channels,
      (at, kind) => references.get(`${path}.channels.${at}.${kind}`) ?? '',
      (channel) => resolveSelection(channel, websites, data.clients),
    ),
    services: listServiceNames(services),
    dashboard: toDashboards(services),
    design: toScheduleDesign(folder, mail),
    attach,
    webCopy: null,
    recipients: recipients.map((recipient) => {
      const written = typeof recipient === 'string' ? { to: recipient } : recipient;
      const selected = resolveSelection(written, websites, data.clients);
      const { address, name } = requireMailbox(written.to);
      return {
        to: address,
        name: written.name ?? name,
        locale: written.locale ?? 'en',
        ...(selected === undefined ? {} : { websites: selected }),
        ...toSender(data.clients.find((one) => one.name === written.client) ?? {}),
      };
    }),
  });
  return {
    file,
    services,
    store: fromEnvironment === undefined || fromEnvironment === '' ? store : { url: fromEnvironment },
    mail: sender,
    http: data.http === undefined ? null : toHttpSettings(data.http),
    gateway: data.gateway ?? null,
    notify: {
      to: notify?.to.map(toAddress) ?? [],
      mail: toMailSettings(folder, notify ?? {}) ?? sender,
      channels: toChannels(
        notify?.channels ?? [],
        (at, kind) => references.get(`notify.channels.${at}.${kind}`) ?? '',
        () => undefined,
      ),
      ping: notify?.ping ?? null,
    },
    snapshots: data.snapshots,
    retention: data.retention,
    clients: data.clients,
    names: data.names,
    schedules: data.schedules.map((schedule, index) => ({
      ...toAudience(`schedules.${index}`, schedule),
      webCopy: toWebCopySettings(folder, schedule.webCopy),
      cron: schedule.cron,
      ...toPeriod(schedule.period),
      mode: schedule.mode,
      waitHours: schedule.waitHours,
      ...(schedule.groupBy === undefined ? {} : { groupBy: schedule.groupBy }),
    })),
    alerts: data.alerts.map((alert, index) => {
      const written = toAudience(`alerts.${index}`, alert);
      // An alert is short: its figures alone.
      const design = { ...written.design, sections: [] };
      const { figure, days } = alert;
      return { ...written, design, figure, condition: toAlertCondition(alert), days };
    }),
  };
}

const toAddress = (text: string): string => requireMailbox(text).address;

/** @param hidden no line of the message holds such a text */
function createSettingsError(
  source: YamlSource,
  found: readonly SettingsIssue[],
  hidden: readonly string[] = [],
): UserError {
  const count = found.length === 1 ? 'one thing' : `${found.length} things`;
  const redactor = createRedactor();
  for (const text of hidden) redactor.hide(text);
  const lines = redactor.redact(formatIssues(found.map((one) => ({ file: source.file, ...one }))));
  return new UsageError(`The settings have ${count} to correct:\n${lines}`);
}
