import { isSecureAddress } from '@answershare/core';
import { z } from 'zod';
import { selectionShape } from './clients.ts';
import type { PathIssue, WellFormed } from './issues.ts';
import { secretMark } from './references.ts';

const channelKinds = ['slack', 'teams', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** An address that receives a schedule's digests by HTTP. */
export interface Channel {
  /** Names the channel without its address, by its reference: `slack:SLACK_WEBHOOK_URL`. */
  readonly id: string;
  readonly kind: ChannelKind;
  /** Secret. */
  readonly url: string;
  /** The signing secret, `whsec_` and base64; null if the kind has none. */
  readonly secret: string | null;
  /** BCP 47 language tag. */
  readonly locale: string;
  /** References to some of the schedule's websites; all of them without it. */
  readonly websites?: readonly string[];
}

/** Standard Webhooks: 24 to 64 bytes in base64. */
const signingSecret = /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const addressSchema = z
  .string()
  .refine(
    isChannelAddress,
    'is not an address that a digest may go to; it must be https without a user name, or http on this machine',
  );

export const localeSchema = z
  .string()
  .refine(isLocale, 'is not a language that numbers and dates can be written in; write it as de or en-GB');

const channelSchema = z.strictObject({
  slack: addressSchema
    .meta(secretMark('SLACK_WEBHOOK_URL'))
    .exactOptional()
    .describe('Address of a Slack incoming webhook, by reference.'),
  teams: addressSchema
    .meta(secretMark('TEAMS_WEBHOOK_URL'))
    .exactOptional()
    .describe('Address of a Teams workflow, by reference.'),
  webhook: addressSchema
    .meta(secretMark('DIGEST_WEBHOOK_URL'))
    .exactOptional()
    .describe('Address that receives the figures as JSON, by reference; needs a secret.'),
  secret: z
    .string()
    .regex(signingSecret, 'is not a signing secret; it must be whsec_ and 24 to 64 bytes in base64')
    .meta(secretMark('DIGEST_WEBHOOK_SECRET'))
    .exactOptional()
    .describe('Signing secret of the webhook (Standard Webhooks), by reference.'),
  locale: localeSchema
    .exactOptional()
    .describe('Language of a message for Slack or Teams, as of a recipient.'),
  ...selectionShape,
});

type ParsedChannel = Readonly<Partial<Record<ChannelKind | 'secret' | 'locale' | 'client', string>>> & {
  readonly websites?: readonly string[];
};

/** The channels of a schedule. */
export const channelsSchema = z
  .array(channelSchema)
  .describe('Slack, Teams or webhooks that get the digest too; each address once.');

/**
 * @param references the reference of each address, in order
 * @param select the websites of a channel; undefined for all of the schedule's
 */
export function toChannels(
  parsed: readonly ParsedChannel[],
  references: (at: number, kind: ChannelKind) => string,
  select: (one: ParsedChannel) => readonly string[] | undefined,
): readonly Channel[] {
  return parsed.flatMap((one, at) => {
    const websites = select(one);
    return listKinds(one).map((kind) => ({
      id: `${kind}:${references(at, kind).slice(2, -1)}`,
      kind,
      url: one[kind] ?? '',
      secret: one.secret ?? null,
      locale: one.locale ?? 'en',
      ...(websites === undefined ? {} : { websites }),
    }));
  });
}

const listKinds = (one: ParsedChannel): readonly ChannelKind[] =>
  channelKinds.filter((kind) => one[kind] !== undefined);

/** A channel has one address, a webhook has a secret, and no address occurs twice. */
export function findChannelIssues(channels: readonly WellFormed<ParsedChannel>[]): PathIssue[] {
  const seen = new Set<string>();
  return channels.flatMap((one, index) => {
    if (one === undefined) return [];
    const found: PathIssue[] = [];
    const addIssue = (path: readonly string[], message: string): void => {
      found.push({ path: [index, ...path], message });
    };
    const kinds = channelKinds.filter((kind) => kind in one);
    if (kinds.length === 0) addIssue([], 'has no address; write one of slack, teams and webhook');
    if (kinds.length > 1) addIssue([], 'has several addresses; write an entry for each');
    if ('webhook' in one && !('secret' in one)) addIssue(['secret'], 'is missing');
    if (!('webhook' in one) && 'secret' in one)
      addIssue(['secret'], 'is of no use without webhook; remove it');
    for (const kind of kinds) {
      const address = one[kind];
      if (address === undefined) continue;
      if (seen.has(address)) addIssue([kind], 'is a channel of this schedule already; remove one of the two');
      seen.add(address);
    }
    return found;
  });
}

/** `Intl` would silently format an unknown language in the machine's own. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false;
  }
}

export function isChannelAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    isSecureAddress(text) &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password === ''
  );
}
