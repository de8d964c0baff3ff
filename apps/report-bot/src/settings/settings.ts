import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isLoopbackHost } from '@answershare/core';
import { Complaint } from '../complaint.ts';
import { nameInMessage } from '../file-name.ts';
import { allowedIn } from './allowed.ts';
import { ledAstray, readableSecrets } from './connections.ts';
import { type Finding, findings, pathText } from './findings.ts';
import { keyFault } from './key-fault.ts';
import { findingLines, type RecipeFile, readRecipeFile } from './recipe-file.ts';
import type { Recipes } from './recipes.ts';
import { type Environment, type Origins, resolveReferences } from './references.ts';
import { secretsIn } from './secrets-in.ts';
import { type Shape, shape } from './shape.ts';
import { type Path, parseSource, type Source } from './source.ts';

export interface Recipient {
  readonly to: string;
  readonly name: string | null;
  /** BCP 47 language tag. */
  readonly locale: string;
}

export interface Schedule {
  readonly id: string;
  readonly title: string | null;
  readonly cron: string;
  readonly timezone: string;
  readonly websites: 'all' | readonly string[];
  readonly recipients: readonly Recipient[];
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

type Service = Omit<Shape['service'], 'recipes'> & { readonly recipes?: Recipes };

export interface Settings {
  readonly file: string;
  readonly service: Service;
  readonly store: StoreLocation;
  readonly smtp: SmtpSettings | null;
  readonly snapshots: { readonly time: string; readonly timezone: string };
  readonly schedules: readonly Schedule[];
}

const nowhere: Origins = { fromFile: new Set(), hide: () => undefined };

/** Reads and checks a settings file. Throws one {@link Complaint} that lists everything wrong with it, file:line first. */
export function readSettings(file: string, environment: Environment, origins = nowhere): Settings {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new Complaint(
      `The settings file${nameInMessage(file)} cannot be read. Write one with "answershare init", or name it with --config.`,
      2,
    );
  }
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new Complaint(
      `The settings file ${file} is not text in UTF-8. Name the right file with --config, or save it as UTF-8.`,
      2,
    );
  return checkSettings(file, bytes.toString('utf8'), environment, origins);
}

/** {@link readSettings} of text that was already read. */
export function checkSettings(
  file: string,
  text: string,
  environment: Environment,
  origins = nowhere,
): Settings {
  const source = parseSource(file, text);
  const found: Finding[] = source.broken.map((fault) => ({ ...fault, path: '' }));
  if (found.length > 0) throw refused(source, found);
  const folder = dirname(resolve(file));
  const resolved = resolveReferences(source.value ?? {}, environment, folder);
  for (const secret of secretsIn(resolved)) origins.hide(secret);
  for (const { path, message } of resolved.complaints)
    found.push({ line: source.lineOf(path), path: pathText(path), message: `${message}.` });
  const complained = new Set(found.map((finding) => finding.path));
  const checked = shape.safeParse(resolved.value);
  const masked = { ...source, value: mask(resolved.value, resolved.written) };
  if (!checked.success) {
    found.push(
      ...findings(masked, checked.error.issues, (path) => allowedIn(shape, path)).filter(
        (finding) => !complained.has(finding.path),
      ),
    );
  }
  const key = (resolved.value as { service?: { key?: unknown } } | null)?.service?.key;
  if (typeof key === 'string') {
    const fault = keyFault(key, resolved.written.get('service.key') ?? 'the key');
    if (fault !== null)
      found.push({ line: source.lineOf(['service', 'key']), path: 'service.key', message: fault });
  }
  for (const { path, message } of [
    ...readableSecrets(resolved.value),
    ...ledAstray(resolved.written, origins.fromFile),
  ])
    found.push({ line: source.lineOf(path), path: pathText(path), message });
  const { service } = (resolved.value ?? {}) as { service?: { recipes?: unknown } | null };
  const shared = recipesOf(service?.recipes, folder);
  if (!shared.ok) found.push(...shared.found);
  if (!checked.success || found.length > 0 || !shared.ok) throw refused(source, found);
  return settled(file, folder, checked.data, environment, shared.recipes);
}

/** Recipes of the file that the settings name. */
function recipesOf(named: unknown, folder: string): RecipeFile {
  return typeof named === 'string' && named !== ''
    ? readRecipeFile(resolve(folder, named), named)
    : { ok: true, recipes: {} };
}

function settled(
  file: string,
  folder: string,
  data: Shape,
  environment: Environment,
  shared: Recipes,
): Settings {
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
    schedules: data.schedules.map((schedule) => ({
      ...schedule,
      title: schedule.title ?? null,
      recipients: schedule.recipients.map((recipient) =>
        typeof recipient === 'string'
          ? { to: recipient, name: null, locale: 'en' }
          : { to: recipient.to, name: recipient.name ?? null, locale: recipient.locale ?? 'en' },
      ),
    })),
  };
}

function refused(source: Source, found: readonly Finding[]): Complaint {
  const count = found.length === 1 ? 'one thing' : `${found.length} things`;
  return new Complaint(
    `The settings have ${count} to correct:\n${findingLines(found.map((one) => ({ file: source.file, ...one })))}`,
    2,
  );
}

/** A value that came by reference is shown as the reference, never as itself. */
function mask(tree: unknown, written: ReadonlyMap<string, string>, path: Path = []): unknown {
  const reference = written.get(path.join('.'));
  if (reference !== undefined) return tree === undefined ? undefined : reference;
  if (Array.isArray(tree)) return tree.map((item, index) => mask(item, written, [...path, index]));
  if (typeof tree === 'object' && tree !== null) {
    return Object.fromEntries(
      Object.entries(tree).map(([key, item]) => [key, mask(item, written, [...path, key])]),
    );
  }
  return tree;
}
