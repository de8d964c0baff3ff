import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isLoopbackHost } from '@answershare/core';
import { UsageError, type UserError } from '../system/errors.ts';
import { formatFileName } from '../system/files.ts';
import type { Environment } from '../system/redactor.ts';
import { type Channel, toChannels } from './channels.ts';
import {
  formatIssues,
  formatKeyPath,
  listAllowedKeys,
  type SettingsIssue,
  toSettingsIssues,
} from './issues.ts';
import { readLogo, type ScheduleDesign, toScheduleDesign } from './mail-design.ts';
import { type RecipeFileResult, type RecipeSettings, readRecipeFile } from './recipes.ts';
import {
  describeKeyFault,
  findExposedSecrets,
  findMisdirectedSecrets,
  findSecrets,
  resolveReferences,
  type ValueOrigins,
} from './references.ts';
import { type ParsedSettings, type SendMode, settingsSchema } from './schema.ts';
import { type KeyPath, parseYamlSource, type YamlSource } from './source.ts';

export interface Recipient {
  readonly to: string;
  readonly name: string | null;
  /** BCP 47 language tag. */
  readonly locale: string;
}

/** Further addresses of the mail to a schedule's only recipient. */
export interface Copies {
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
}

export interface DigestSchedule {
  readonly id: string;
  readonly title: string | null;
  readonly cron: string;
  readonly timezone: string;
  readonly websites: 'all' | readonly string[];
  readonly recipients: readonly Recipient[];
  readonly copies: Copies;
  readonly channels: readonly Channel[];
  readonly mode: SendMode;
  /** The longest wait for complete figures; 0 for none. */
  readonly waitHours: number;
  /** Address of a website's dashboard with `{website}` in it; null without one. */
  readonly dashboard: string | null;
  readonly design: ScheduleDesign;
}

export type StoreLocation = { readonly folder: string } | { readonly url: string };

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user: string | null;
  readonly password: string | null;
  readonly from: string;
  /** Nothing is sent before the connection is encrypted. */
  readonly requireTls: boolean;
}

type Service = Omit<ParsedSettings['service'], 'recipes'> & { readonly recipes?: RecipeSettings };

export interface BotSettings {
  readonly file: string;
  readonly service: Service;
  readonly store: StoreLocation;
  readonly smtp: SmtpSettings | null;
  readonly snapshots: { readonly time: string; readonly timezone: string };
  readonly schedules: readonly DigestSchedule[];
}

const noOrigins: ValueOrigins = { fromFile: new Set(), hide: () => undefined };

/** Reads and checks a settings file. Throws one {@link UserError} that lists all faults as file:line. */
export function readSettings(file: string, environment: Environment, origins = noOrigins): BotSettings {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new UsageError(
      `The settings file${formatFileName(file)} cannot be read. Write one with "answershare init", or name it with --config.`,
    );
  }
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new UsageError(
      `The settings file ${file} is not text in UTF-8. Name the right file with --config, or save it as UTF-8.`,
    );
  return parseSettings(file, bytes.toString('utf8'), environment, origins);
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
  const resolved = resolveReferences(source.value ?? {}, environment, folder);
  for (const secret of findSecrets(resolved)) origins.hide(secret);
  for (const { path, message } of resolved.issues)
    found.push({ line: source.lineOf(path), path: formatKeyPath(path), message: `${message}.` });
  const reportedPaths = new Set(found.map((finding) => finding.path));
  const checked = settingsSchema.safeParse(resolved.value);
  const masked = { ...source, value: maskReferences(resolved.value, resolved.written) };
  if (!checked.success) {
    found.push(
      ...toSettingsIssues(masked, checked.error.issues, (path) =>
        listAllowedKeys(settingsSchema, path),
      ).filter((finding) => !reportedPaths.has(finding.path)),
    );
  }
  const key = (resolved.value as { service?: { key?: unknown } } | null)?.service?.key;
  if (typeof key === 'string') {
    const fault = describeKeyFault(key, resolved.written.get('service.key') ?? 'the key');
    if (fault !== null)
      found.push({ line: source.lineOf(['service', 'key']), path: 'service.key', message: fault });
  }
  for (const { path, message } of [
    ...findExposedSecrets(resolved.value),
    ...findMisdirectedSecrets(resolved.written, origins.fromFile),
  ])
    found.push({ line: source.lineOf(path), path: formatKeyPath(path), message });
  if (checked.success)
    found.push(
      ...findUnreadableLogos(source, folder, checked.data),
      ...findUnsentSchedules(source, checked.data),
    );
  const { service } = (resolved.value ?? {}) as { service?: { recipes?: unknown } | null };
  const shared = readSharedRecipes(service?.recipes, folder);
  if (!shared.ok) found.push(...shared.found);
  if (!checked.success || found.length > 0 || !shared.ok) throw createSettingsError(source, found);
  return normalizeSettings(file, folder, checked.data, environment, shared.recipes, resolved.written);
}

function findUnsentSchedules(source: YamlSource, { schedules }: ParsedSettings): SettingsIssue[] {
  return schedules.flatMap(({ recipients, channels }, index) => {
    const path = ['schedules', index];
    if (recipients.length + channels.length > 0) return [];
    const message = 'needs at least one recipient or channel.';
    return [{ line: source.lineOf(path), path: formatKeyPath(path), message }];
  });
}

function findUnreadableLogos(source: YamlSource, folder: string, data: ParsedSettings): SettingsIssue[] {
  return data.schedules.flatMap(({ mail }, index) => {
    const path = ['schedules', index, 'mail', 'logo'];
    const read = mail?.logo === undefined ? null : readLogo(folder, mail.logo);
    return read === null || !('why' in read)
      ? []
      : [{ line: source.lineOf(path), path: formatKeyPath(path), message: `"${mail?.logo}" ${read.why}.` }];
  });
}

/** Recipes of the file that the settings name. */
function readSharedRecipes(named: unknown, folder: string): RecipeFileResult {
  return typeof named === 'string' && named !== ''
    ? readRecipeFile(resolve(folder, named), named)
    : { ok: true, recipes: {} };
}

function normalizeSettings(
  file: string,
  folder: string,
  data: ParsedSettings,
  environment: Environment,
  shared: RecipeSettings,
  references: ReadonlyMap<string, string>,
): BotSettings {
  const { recipes, ...service } = data.service;
  const fromEnvironment = environment.DATABASE_URL;
  const store = 'folder' in data.store ? { folder: resolve(folder, data.store.folder) } : data.store;
  const smtp = data.smtp;
  return {
    file,
    service: {
      ...service,
      ...(recipes === undefined ? {} : { recipes: typeof recipes === 'string' ? shared : recipes }),
    },
    store: fromEnvironment === undefined || fromEnvironment === '' ? store : { url: fromEnvironment },
    smtp:
      smtp === undefined
        ? null
        : {
            ...smtp,
            secure: smtp.secure === 'auto' ? smtp.port === 465 : smtp.secure,
            user: smtp.user ?? null,
            password: smtp.password ?? null,
            requireTls: smtp.requireTls ?? !isLoopbackHost(smtp.host),
          },
    snapshots: data.snapshots,
    schedules: data.schedules.map(({ mail, cc, bcc, ...schedule }, index) => ({
      ...schedule,
      copies: { cc, bcc },
      channels: toChannels(
        schedule.channels,
        (at, kind) => references.get(`schedules.${index}.channels.${at}.${kind}`) ?? '',
      ),
      dashboard: service.dashboard ?? null,
      design: toScheduleDesign(folder, mail),
      title: schedule.title ?? null,
      recipients: schedule.recipients.map((recipient) =>
        typeof recipient === 'string'
          ? { to: recipient, name: null, locale: 'en' }
          : { to: recipient.to, name: recipient.name ?? null, locale: recipient.locale ?? 'en' },
      ),
    })),
  };
}

function createSettingsError(source: YamlSource, found: readonly SettingsIssue[]): UserError {
  const count = found.length === 1 ? 'one thing' : `${found.length} things`;
  return new UsageError(
    `The settings have ${count} to correct:\n${formatIssues(found.map((one) => ({ file: source.file, ...one })))}`,
  );
}

/** Shows a value that came by reference as that reference. */
function maskReferences(tree: unknown, written: ReadonlyMap<string, string>, path: KeyPath = []): unknown {
  const reference = written.get(path.join('.'));
  if (reference !== undefined) return tree === undefined ? undefined : reference;
  if (Array.isArray(tree)) return tree.map((item, index) => maskReferences(item, written, [...path, index]));
  if (typeof tree === 'object' && tree !== null) {
    return Object.fromEntries(
      Object.entries(tree).map(([key, item]) => [key, maskReferences(item, written, [...path, key])]),
    );
  }
  return tree;
}
