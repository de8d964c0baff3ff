import { z } from 'zod';
import type { EventKind } from '../webhooks/kinds.ts';
import { count, date, percent, websiteId } from './fields.ts';

const score = z.int().min(0).max(100).nullable();

/** What each kind of event tells beside its website, in camelCase. The specification shows none of it. */
const DETAILS: Readonly<Record<EventKind, z.ZodRawShape>> = {
  newCitation: { date, engine: z.string(), url: z.url(), title: z.string(), query: z.string() },
  backlinkVerified: { sourceUrl: z.url(), targetUrl: z.url(), verifiedAt: date },
  authorityScoreChange: { previousScore: score, score, maxScore: z.literal(100), updatedAt: date },
  crawlComplete: { pages: count, changedPages: count, durationSeconds: count },
  contentRefreshed: { url: z.url(), title: z.string(), refreshedAt: date },
  competitorAlert: {
    competitor: z.strictObject({ name: z.string(), domain: z.string() }).nullable(),
    competitorShareOfVoice: percent.nullable(),
    shareOfVoice: percent.nullable(),
  },
};

/** A delivery's body in the standard manner: an envelope with the details under `data`. `name` is the wire name. */
export function webhookBody(kind: EventKind, name: string): z.ZodObject {
  return z.strictObject({
    id: z.string().meta({ description: 'The id of the delivery; a repeated one has been delivered before.' }),
    type: z.literal(name),
    createdAt: z.iso.datetime(),
    data: z.strictObject({ websiteId, websiteName: z.string(), ...DETAILS[kind] }),
  });
}
