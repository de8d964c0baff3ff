import { explainReference, readDirectory, resolveReference } from '../../collect/website-directory.ts';
import { defaultGateway } from '../../settings/gateway-settings.ts';
import { isWholeService, listServiceNames } from '../../settings/services.ts';
import type { BotSettings } from '../../settings/settings.ts';
import {
  createGatewayKey,
  type GatewayKey,
  listGatewayKeys,
  revokeGatewayKey,
} from '../../store/gateway-keys.ts';
import type { Database } from '../../store/tables.ts';
import { readLatestWebsites } from '../../store/website-lists.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import { formatChoices } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { formatTable, formatUtc } from '../io/format.ts';
import { type CommonOptions, parseClock } from '../io/options.ts';

interface CreateOptions extends CommonOptions {
  readonly name: string;
  readonly websites?: string;
  readonly expires?: string;
  readonly perMinute?: string;
  readonly perDay?: string;
}

const dayMs = 86_400_000;

/** Creates a key of the gateway, and shows its text once. */
export async function createKey(context: Context, options: CreateOptions): Promise<ExitCode> {
  const settings = context.settings(options.config);
  const now = parseClock(options.now)();
  const limit = (option: string, text: string | undefined, other: number): number => {
    if (text === undefined) return other;
    if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
    throw new UsageError(`${option} is not a number of requests from 1 to 99999999.`);
  };
  const { perMinute, perDay } = settings.gateway ?? defaultGateway;
  const grant = {
    name: options.name.trim(),
    expiresAt: parseExpiry(options.expires, now),
    perMinute: limit('--per-minute', options.perMinute, perMinute),
    perDay: limit('--per-day', options.perDay, perDay),
  };
  if (grant.name === '' || grant.name.length > 80) throw new UsageError('--name has 1 to 80 characters.');
  const { db } = await context.store(settings.store);
  const websites = await parseWebsites(db, options.websites, settings, now);
  return showKey(context, options, await createGatewayKey(db, { ...grant, websites }, now), grant.name);
}

/** Creates a second key with the rights of a first one. Both work until the first is revoked. */
export async function rotateKey(context: Context, id: string, options: CommonOptions): Promise<ExitCode> {
  const { db } = await context.store(context.settings(options.config).store);
  const now = parseClock(options.now)();
  const before = await requireKey(db, id);
  if (before.revokedAt !== null)
    throw new UsageError(`Key ${id} is revoked. Create another with "keys create".`);
  const status = await showKey(context, options, await createGatewayKey(db, before, now), before.name);
  context.next(`keys revoke ${id}`, options);
  return status;
}

export async function revokeKey(context: Context, id: string, options: CommonOptions): Promise<ExitCode> {
  const { db } = await context.store(context.settings(options.config).store);
  const { name } = await requireKey(db, id);
  const isDone = await revokeGatewayKey(db, id, parseClock(options.now)());
  if (options.json === true) context.writeJson({ id, name, revoked: true, changed: isDone });
  else context.report(isDone ? `Key ${id} (${name}) is revoked.` : `Key ${id} (${name}) was revoked before.`);
  return 0;
}

export async function listKeys(context: Context, options: CommonOptions): Promise<ExitCode> {
  const settings = context.settings(options.config);
  const { db } = await context.store(settings.store);
  const now = parseClock(options.now)();
  const keys = await listGatewayKeys(db);
  const services = listServiceNames(settings.services);
  const list = await readLatestWebsites(db, now, { services });
  const nameOf = (id: string): string => list?.find((one) => one.id === id)?.domain ?? id;
  const shown = keys.map((key) => ({
    id: key.id,
    name: key.name,
    state: describeState(key, now),
    websites: key.websites?.map(nameOf) ?? null,
    perMinute: key.perMinute,
    perDay: key.perDay,
    created: formatUtc(key.createdAt),
    expires: key.expiresAt === null ? null : formatUtc(key.expiresAt),
    lastUsed: key.lastUsedAt === null ? null : formatUtc(key.lastUsedAt),
    requests: key.requests,
  }));
  if (options.json === true) context.writeJson(shown);
  else if (shown.length === 0) context.report('There is no key. Create one with "answershare keys create".');
  else
    for (const line of formatTable([
      ['id', 'name', 'state', 'websites', 'requests', 'last used', 'expires'],
      ...shown.map((key) => [
        key.id,
        key.name,
        key.state,
        key.websites?.join(', ') ?? 'all',
        String(key.requests),
        key.lastUsed ?? 'never',
        key.expires ?? 'never',
      ]),
    ]))
      context.report(line);
  return 0;
}

const describeState = (
  { revokedAt, expiresAt }: GatewayKey,
  now: number,
): 'active' | 'revoked' | 'expired' =>
  revokedAt !== null ? 'revoked' : expiresAt !== null && expiresAt <= now ? 'expired' : 'active';

async function requireKey(db: Database, id: string): Promise<GatewayKey> {
  const keys = await listGatewayKeys(db);
  const found = keys.find((key) => key.id === id);
  if (found !== undefined) return found;
  throw new UsageError(
    keys.length === 0
      ? 'There is no key. Create one with "answershare keys create".'
      : `There is no such key${formatChoices(
          id,
          keys.map((key) => key.id),
        )}`,
  );
}

/** The moment after `90d`, or the end of a day `2027-01-31`; null for never. */
function parseExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const [, days] = /^([1-9]\d{0,3})d$/.exec(text) ?? [];
  const until = days === undefined ? Date.parse(`${text}T23:59:59Z`) : now + Number(days) * dayMs;
  if (Number.isNaN(until) || (days === undefined && !/^\d{4}-\d\d-\d\d$/.test(text)))
    throw new UsageError('--expires is neither a number of days such as 90d nor a day such as 2027-01-31.');
  if (until <= now) throw new UsageError('--expires is in the past.');
  return until;
}

/** Ids of the websites that a list names, and `acme/*` for those of a service, also of tomorrow; null for all. */
async function parseWebsites(
  db: Database,
  text: string | undefined,
  settings: BotSettings,
  now: number,
): Promise<readonly string[] | null> {
  if (text === undefined) return null;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new UsageError('--websites names no website.');
  const services = listServiceNames(settings.services);
  const isWhole = (name: string): boolean => isWholeService(name) && services.includes(name.slice(0, -2));
  const directory = await readDirectory(
    db,
    { websites: names, recipients: [], channels: [], names: settings.names, services },
    now,
  );
  if (directory === null)
    throw new UsageError('The ledger has no list of websites. Run "answershare snapshot" first.');
  const unknown = names.filter((name) => !isWhole(name) && resolveReference(directory, name).length === 0);
  if (unknown.length > 0)
    throw new UsageError(`--websites: ${unknown.map((name) => explainReference(directory, name)).join(' ')}`);
  return [
    ...new Set(
      names.flatMap((name) => (isWhole(name) ? name : resolveReference(directory, name).map(({ id }) => id))),
    ),
  ];
}

function showKey(
  context: Context,
  options: CommonOptions,
  { id, text }: { readonly id: string; readonly text: string },
  name: string,
): ExitCode {
  if (options.json === true) context.reveal(JSON.stringify({ id, name, key: text }));
  else {
    context.report(`Key ${id} (${name}) is made. It is shown once, and the ledger has a hash of it alone:`);
    context.reveal(text);
  }
  return 0;
}
