import { toAxes } from '../query/axes.ts';
import type { Form } from '../quirks/quirk.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { WEBHOOK_QUIRKS } from '../quirks/webhook-quirks.ts';
import type { SandboxWorld } from '../world/world.ts';

/** The events of specification §6 in our names; `forms` are the Forms that list them. */
export const EVENT_KINDS = [
  'newCitation',
  'backlinkVerified',
  'authorityScoreChange',
  'crawlComplete',
  'contentRefreshed',
  'competitorAlert',
] as const;

export type SandboxEventKind = (typeof EVENT_KINDS)[number];

/** The style of wire names. The specification has descriptions only, the style `words`. */
export type NameStyle = Quirks['webhookNames'];

export const NAME_STYLES = Object.keys(WEBHOOK_QUIRKS.webhookNames.values) as readonly NameStyle[];

interface KindRow extends Readonly<Record<NameStyle, string>> {
  readonly forms: readonly Form[];
  /** The subject of the event: the field with its details in a nested payload. */
  readonly subject: string;
}

function defineKind(
  forms: readonly Form[],
  subject: string,
  words: string,
  dot: string,
  verbFirst: string,
): KindRow {
  const snake = words.replaceAll(' ', '_');
  const camel = words.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase());
  return { forms, subject, words, dot, snake, camel, verbFirst };
}

export const KINDS: Readonly<Record<SandboxEventKind, KindRow>> = {
  newCitation: defineKind([1, 2], 'citation', 'new citation', 'citation.new', 'new.citation'),
  backlinkVerified: defineKind(
    [1, 2],
    'backlink',
    'backlink verified',
    'backlink.verified',
    'verified.backlink',
  ),
  authorityScoreChange: defineKind(
    [1],
    'authority',
    'authority score change',
    'authority_score.changed',
    'changed.authority_score',
  ),
  crawlComplete: defineKind([2], 'crawl', 'crawl complete', 'crawl.completed', 'completed.crawl'),
  contentRefreshed: defineKind([2], 'content', 'content refreshed', 'content.refreshed', 'refreshed.content'),
  competitorAlert: defineKind([2], 'competitor', 'competitor alert', 'competitor.alert', 'alert.competitor'),
};

/** The kinds that a Form lists (specification §6): three in Form 1, five in Form 2. */
export function listKinds(form: Form): readonly SandboxEventKind[] {
  return EVENT_KINDS.filter((kind) => KINDS[kind].forms.includes(form));
}

/** All six if both Forms are in force. */
export function listKindsInForce(world: Pick<SandboxWorld, 'form' | 'quirks'>): readonly SandboxEventKind[] {
  return world.quirks.form === 'both' ? EVENT_KINDS : listKinds(toAxes(world).names);
}
