import type { z } from 'zod';
import { foldAddress } from './addresses.ts';
import { findConditionIssues } from './alert-condition.ts';
import { findChannelIssues } from './channels.ts';
import { findMisplacedSelections, findSharedWebsites } from './clients.ts';
import { findHttpIssues } from './http-listener.ts';
import {
  findMarkedVariable,
  listAllowedKeys,
  type PathIssue,
  prefixPaths,
  selectWellFormed,
  type WellFormed,
} from './issues.ts';
import { readLogo } from './mail-design.ts';
import { findSenderIssues } from './mail-senders.ts';
import { readMailTemplate } from './mail-template.ts';
import { findRepeatedNames } from './names.ts';
import { type ParsedSettings, settingsSchema } from './schema.ts';
import type { KeyPath } from './source.ts';

type Audience = NonNullable<WellFormed<ParsedSettings['schedules' | 'alerts'][number]>>;

/** The usual variable of a secret at a place. */
export const findSecretVariable = (path: KeyPath): string | undefined =>
  findMarkedVariable(settingsSchema, path);

/** The known keys at a place. */
export const listAllowed = (path: KeyPath): string[] => listAllowedKeys(settingsSchema, path);

/**
 * Checks each value by the schema, and the parts without a fault against each other.
 * @param unresolved places whose reference has no value
 */
export function checkSettings(
  value: unknown,
  unresolved: readonly KeyPath[],
  folder: string,
): { readonly data: ParsedSettings | undefined; readonly faults: readonly z.core.$ZodIssue[] } {
  let parsed = {} as ParsedSettings;
  const { data, error } = settingsSchema
    .superRefine(
      (partial) => {
        parsed = partial;
      },
      { when: () => true },
    )
    .safeParse(value);
  const faults = error?.issues ?? [];
  const wellFormed = selectWellFormed(
    parsed,
    [...faults, ...unresolved.map((path) => toCustomIssue({ path, message: '' }))],
    listAllowed,
  );
  const conflicts = wellFormed === undefined ? [] : findConflicts(wellFormed, folder);
  return { data, faults: [...faults, ...conflicts.map(toCustomIssue)] };
}

const toCustomIssue = ({ path, message }: PathIssue): z.core.$ZodIssue => ({
  code: 'custom',
  path: [...path],
  message,
  input: undefined,
});

/**
 * Errors between several settings, and files that cannot be read. A check runs on the parts without a fault of
 * their own, so one round reports everything.
 * @param folder the folder of the settings file
 */
function findConflicts(settings: NonNullable<WellFormed<ParsedSettings>>, folder: string): PathIssue[] {
  const { clients, names, schedules = [], alerts = [], http, gateway, notify, services = null } = settings;
  const isServiceMissing =
    !('service' in settings) && services !== null && Object.keys(services).length === 0;
  const ids = new Set(schedules.map((schedule) => schedule?.id));
  const check = (audience: Audience | undefined, path: KeyPath): PathIssue[] =>
    audience === undefined
      ? []
      : prefixPaths(path, [
          ...findDuplicateRecipients(audience),
          ...prefixPaths(['channels'], findChannelIssues(audience.channels ?? [])),
          ...findMisplacedCopies(audience),
          ...('figure' in audience ? findConditionIssues(audience) : []),
          ...findUnreadableFiles(audience, folder),
          ...findUnsent(audience),
          ...findMisplacedSelections(audience, path, clients),
        ]);
  return [
    ...Object.keys(http?.webhooks?.services ?? {})
      .filter((name) => services !== null && !Object.hasOwn(services, name))
      .map((name) => ({
        path: ['http', 'webhooks', 'services', name],
        message: 'is no service of "services"',
      })),
    ...(isServiceMissing ? [{ path: ['service'], message: 'is missing' }] : []),
    ...findSenderIssues(settings, folder),
    ...prefixPaths(['notify'], findSenderIssues(notify ?? {}, folder)),
    ...prefixPaths(['http'], findHttpIssues(http ?? {})),
    ...(gateway !== undefined && http === undefined
      ? [{ path: ['gateway'], message: 'needs the listener of "http"' }]
      : []),
    ...prefixPaths(['notify', 'channels'], findChannelIssues(notify?.channels ?? [])),
    ...prefixPaths(['clients'], findSharedWebsites(clients ?? [])),
    ...prefixPaths(['names'], findRepeatedNames(names)),
    ...prefixPaths(['schedules'], findDuplicateIds(schedules)),
    ...prefixPaths(['alerts'], findDuplicateIds(alerts)),
    ...schedules.flatMap((one, index) => check(one, ['schedules', index])),
    ...alerts.flatMap((one, index) => check(one, ['alerts', index])),
    ...alerts.flatMap((one, index) =>
      one?.id !== undefined && ids.has(one.id)
        ? [
            {
              path: ['alerts', index, 'id'],
              message: 'is the id of a schedule; the ledger identifies both by id',
            },
          ]
        : [],
    ),
  ];
}

type WellFormedRecipient = NonNullable<Audience['recipients']>[number];

const getAddress = (recipient: WellFormedRecipient): string | undefined =>
  typeof recipient === 'string' ? recipient : recipient?.to;

/** The ledger compares addresses without letter case. */
function findDuplicateRecipients({ recipients = [] }: Audience): PathIssue[] {
  const seen = new Set<string>();
  const message =
    'is a recipient of this schedule already; a mailbox gets one mail, so remove one of the two';
  return recipients.flatMap((recipient, index) => {
    const address = getAddress(recipient);
    if (address === undefined) return [];
    const isRepeated = seen.has(foldAddress(address));
    seen.add(foldAddress(address));
    const at = typeof recipient === 'string' ? [] : ['to'];
    return isRepeated ? [{ path: ['recipients', index, ...at], message }] : [];
  });
}

/** Each recipient gets a mail, so copies of several mails would reach a reader several times. */
function findMisplacedCopies({ recipients, cc, bcc }: Audience): PathIssue[] {
  const found: PathIssue[] = [];
  const seen = new Set(recipients?.map((one) => foldAddress(getAddress(one) ?? '')));
  for (const [name, copies = []] of Object.entries({ cc, bcc })) {
    if (copies.length > 0 && recipients !== undefined && recipients.length !== 1)
      found.push({
        path: [name],
        message: `goes with exactly one recipient, and there are ${recipients.length}; make these addresses recipients, or write a schedule of its own`,
      });
    for (const [index, address] of copies.entries()) {
      if (address === undefined) continue;
      if (seen.has(foldAddress(address)))
        found.push({
          path: [name, index],
          message: 'gets this mail already; a mailbox gets one, so remove one of the two',
        });
      seen.add(foldAddress(address));
    }
  }
  return found;
}

function findDuplicateIds(audiences: readonly (Audience | undefined)[]): PathIssue[] {
  const seen = new Set<string>();
  return audiences.flatMap((one, index) => {
    if (one?.id === undefined) return [];
    const isRepeated = seen.has(one.id);
    seen.add(one.id);
    const message = 'is used by an earlier schedule; the ledger identifies schedules by id';
    return isRepeated ? [{ path: [index, 'id'], message }] : [];
  });
}

function findUnsent({ recipients, channels }: Audience): PathIssue[] {
  return recipients?.length === 0 && channels?.length === 0
    ? [{ path: [], message: 'needs at least one recipient or channel' }]
    : [];
}

function findUnreadableFiles({ mail }: Audience, folder: string): PathIssue[] {
  const readers = { logo: readLogo, template: readMailTemplate } as const;
  return (['logo', 'template'] as const).flatMap((key) => {
    const name = mail?.[key];
    const read = name === undefined ? null : readers[key](folder, name);
    return read === null || !('why' in read) ? [] : [{ path: ['mail', key], message: read.why }];
  });
}
