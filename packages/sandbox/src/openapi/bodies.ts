import { z } from 'zod';
import type { Endpoint } from '../tenants/scopes.ts';
import { count, date, percent, websiteId } from './fields.ts';

/**
 * The bodies of the five endpoints in camelCase, with the sandbox's standard switches. The specification shows none of
 * their fields (undecided item 2).
 */
const window = {
  from: date.meta({ format: 'date', description: 'First UTC day, included.' }),
  to: date.meta({ format: 'date', description: 'Last UTC day, included.' }),
};

export const BODIES: Readonly<Record<Endpoint, z.ZodObject>> = {
  websites: z.strictObject({
    websites: z.array(
      z.strictObject({ id: websiteId, name: z.string(), domain: z.string(), createdAt: date }),
    ),
  }),
  analytics: z.strictObject({
    websiteId,
    ...window,
    days: z.array(z.strictObject({ date, visitors: count, pageviews: count, aiCitations: count })).meta({
      description: 'Oldest first. A day before the website existed, or never recorded, has no row.',
    }),
  }),
  citations: z.strictObject({
    websiteId,
    ...window,
    total: count,
    engines: z.array(z.strictObject({ engine: z.string(), count })),
    citations: z
      .array(
        z.strictObject({
          date,
          engine: z.string(),
          url: z.url(),
          title: z.string(),
          query: z.string().meta({ description: 'What was asked of the engine.' }),
        }),
      )
      .meta({ description: 'Newest day first.' }),
  }),
  competitors: z.strictObject({
    websiteId,
    ...window,
    shareOfVoice: percent
      .nullable()
      .meta({ description: "The own brand's, in percent; null without any mention." }),
    mentions: count.meta({ description: "The own brand's." }),
    totalMentions: count.meta({ description: 'Of own brand and competitors together.' }),
    competitors: z
      .array(
        z.strictObject({
          name: z.string(),
          domain: z.string(),
          shareOfVoice: percent.nullable(),
          mentions: count,
        }),
      )
      .meta({ description: 'Most mentioned first, without the own brand. All shares sum to 100.0.' }),
  }),
  authority: z.strictObject({
    websiteId,
    score: z.int().min(0).max(100).nullable().meta({ description: 'The Entity Authority Score.' }),
    maxScore: z.literal(100),
    updatedAt: date.nullable().meta({ description: 'The Monday on which it was worked out.' }),
    components: z
      .array(
        z.strictObject({
          name: z.string(),
          score: z.int().min(0).max(100),
          weight: z.number().min(0).max(1),
        }),
      )
      .meta({ description: 'The score is their rounded weighted sum; weights sum to 1.' }),
  }),
};
