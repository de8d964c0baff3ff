import { z } from 'zod';
import type { ScopedEndpoint } from '../tenants/keys.ts';
import type { SandboxEventKind } from '../webhooks/kinds.ts';

const dateField = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ format: 'date', description: 'A UTC day.' });

const countField = z.int().min(0);

/** Undecided item 3. No `multipleOf`: 47.9 is no multiple of 0.1 in floating point, and validators refuse it. */
const percentField = z.number().min(0).max(100).meta({ description: 'With one decimal.' });

const websiteIdField = z.string().meta({
  description: 'Names a website of the team; its format is not shown, so treat it as opaque.',
  examples: ['ws_nd30graihyf6'],
});

/**
 * The bodies of the five endpoints in camelCase, with the default switches. The specification shows no field (undecided
 * item 2).
 */
const windowFields = {
  from: dateField.meta({ format: 'date', description: 'First UTC day, included.' }),
  to: dateField.meta({ format: 'date', description: 'Last UTC day, included.' }),
};

export const BODIES: Readonly<Record<ScopedEndpoint, z.ZodObject>> = {
  websites: z.strictObject({
    websites: z.array(
      z.strictObject({ id: websiteIdField, name: z.string(), domain: z.string(), createdAt: dateField }),
    ),
  }),
  analytics: z.strictObject({
    websiteId: websiteIdField,
    ...windowFields,
    days: z
      .array(
        z.strictObject({
          date: dateField,
          visitors: countField,
          pageviews: countField,
          aiCitations: countField,
        }),
      )
      .meta({
        description: 'Oldest first. A day before the website existed, or never recorded, has no row.',
      }),
  }),
  citations: z.strictObject({
    websiteId: websiteIdField,
    ...windowFields,
    total: countField,
    engines: z.array(z.strictObject({ engine: z.string(), count: countField })),
    citations: z
      .array(
        z.strictObject({
          date: dateField,
          engine: z.string(),
          url: z.url(),
          title: z.string(),
          query: z.string().meta({ description: 'What was asked of the engine.' }),
        }),
      )
      .meta({ description: 'Newest day first.' }),
  }),
  competitors: z.strictObject({
    websiteId: websiteIdField,
    ...windowFields,
    shareOfVoice: percentField
      .nullable()
      .meta({ description: "The own brand's, in percent; null without any mention." }),
    mentions: countField.meta({ description: "The own brand's." }),
    totalMentions: countField.meta({ description: 'Of own brand and competitors together.' }),
    competitors: z
      .array(
        z.strictObject({
          name: z.string(),
          domain: z.string(),
          shareOfVoice: percentField.nullable(),
          mentions: countField,
        }),
      )
      .meta({ description: 'Most mentioned first, without the own brand. All shares sum to 100.0.' }),
  }),
  authority: z.strictObject({
    websiteId: websiteIdField,
    score: z.int().min(0).max(100).nullable().meta({ description: 'The Entity Authority Score.' }),
    maxScore: z.literal(100),
    updatedAt: dateField.nullable().meta({ description: 'The Monday on which it was worked out.' }),
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

const scoreField = z.int().min(0).max(100).nullable();

/** The details of each kind of event in camelCase. The specification shows none. */
const EVENT_DETAILS: Readonly<Record<SandboxEventKind, z.ZodRawShape>> = {
  newCitation: { date: dateField, engine: z.string(), url: z.url(), title: z.string(), query: z.string() },
  backlinkVerified: { sourceUrl: z.url(), targetUrl: z.url(), verifiedAt: dateField },
  authorityScoreChange: {
    previousScore: scoreField,
    score: scoreField,
    maxScore: z.literal(100),
    updatedAt: dateField,
  },
  crawlComplete: { pages: countField, changedPages: countField, durationSeconds: countField },
  contentRefreshed: { url: z.url(), title: z.string(), refreshedAt: dateField },
  competitorAlert: {
    competitor: z.strictObject({ name: z.string(), domain: z.string() }).nullable(),
    competitorShareOfVoice: percentField.nullable(),
    shareOfVoice: percentField.nullable(),
  },
};

/** A delivery's body in the default profile: an envelope with the details under `data`. `name` is the wire name. */
export function describeWebhookBody(kind: SandboxEventKind, name: string): z.ZodObject {
  return z.strictObject({
    id: z.string().meta({ description: 'The id of the delivery; a repeated one has been delivered before.' }),
    type: z.literal(name),
    createdAt: z.iso.datetime(),
    data: z.strictObject({ websiteId: websiteIdField, websiteName: z.string(), ...EVENT_DETAILS[kind] }),
  });
}
