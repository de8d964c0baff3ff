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

export const KINDS: Readonly<Record<SandboxEventKind, KindRow>> = {
  newCitation: {
    forms: [1, 2],
    subject: 'citation',
    words: 'new citation',
    dot: 'citation.new',
    snake: 'new_citation',
    camel: 'newCitation',
    verbFirst: 'new.citation',
  },
  backlinkVerified: {
    forms: [1, 2],
    subject: 'backlink',
    words: 'backlink verified',
    dot: 'backlink.verified',
    snake: 'backlink_verified',
    camel: 'backlinkVerified',
    verbFirst: 'verified.backlink',
  },
  authorityScoreChange: {
    forms: [1],
    subject: 'authority',
    words: 'authority score change',
    dot: 'authority_score.changed',
    snake: 'authority_score_change',
    camel: 'authorityScoreChange',
    verbFirst: 'changed.authority_score',
  },
  crawlComplete: {
    forms: [2],
    subject: 'crawl',
    words: 'crawl complete',
    dot: 'crawl.completed',
    snake: 'crawl_complete',
    camel: 'crawlComplete',
    verbFirst: 'completed.crawl',
  },
  contentRefreshed: {
    forms: [2],
    subject: 'content',
    words: 'content refreshed',
    dot: 'content.refreshed',
    snake: 'content_refreshed',
    camel: 'contentRefreshed',
    verbFirst: 'refreshed.content',
  },
  competitorAlert: {
    forms: [2],
    subject: 'competitor',
    words: 'competitor alert',
    dot: 'competitor.alert',
    snake: 'competitor_alert',
    camel: 'competitorAlert',
    verbFirst: 'alert.competitor',
  },
};

/** The kinds that a Form lists (specification §6): three in Form 1, five in Form 2. */
export function listKinds(form: Form): readonly SandboxEventKind[] {
  return EVENT_KINDS.filter((kind) => KINDS[kind].forms.includes(form));
}

/** All six if both Forms are in force. */
export function listKindsInForce(world: Pick<SandboxWorld, 'form' | 'quirks'>): readonly SandboxEventKind[] {
  return world.quirks.form === 'both' ? EVENT_KINDS : listKinds(toAxes(world).names);
}
