import { defineChoice } from './quirk.ts';

/**
 * Switches of webhooks (item 34); the specification (§6) shows only HMAC-SHA256 and the header. They are the defaults
 * of a SigningProfile.
 */
export const WEBHOOK_QUIRKS = {
  webhookScheme: defineChoice(
    34,
    'signed content, key and header of a webhook signature',
    'webhooks/signing-profile.ts',
    {
      github: 'sha256= and hex over the body',
      linear: 'hex over the body, with the time as webhookTimestamp in milliseconds',
      shopify: 'base64 over the body',
      square: 'base64 over url and body',
      standard: 'v1, and base64 over id.timestamp.body; the secret is base64 after whsec_',
      stripe: 't=,v1= and hex over timestamp.body',
      slack: 'v0= and hex over v0:timestamp:body; the time in a separate header',
      paddle: 'ts=;h1= and hex over timestamp:body',
      ansvisor: 'sha256= and hex over timestamp.body; the time in milliseconds in a separate header',
    },
  ),
  webhookEncoding: defineChoice(34, 'encoding of a webhook signature', 'webhooks/signature.ts', {
    scheme: 'the encoding of the scheme',
    hex: 'hex',
    hexUpper: 'upper-case hex',
    base64: 'base64',
    base64url: 'base64url without padding',
  }),
  webhookNames: defineChoice(34, 'wire names of event kinds', 'webhooks/kinds.ts', {
    dot: 'citation.new',
    snake: 'new_citation',
    camel: 'newCitation',
    verbFirst: 'new.citation, verified.backlink',
    words: 'new citation, as in the specification',
  }),
  webhookPayload: defineChoice(34, 'shape of a webhook body', 'webhooks/payload.ts', {
    wrapped: '{"id", "type", "createdAt", "data": {...}}',
    flat: '{"deliveryId", "event", "occurredAt", "websiteId", ...}',
    nested: '{"id", "eventType", "timestamp", "website": {...}, subject: {...}}',
    headed: 'the details alone; the header X-Service-Event has the kind',
  }),
  webhookCase: defineChoice(34, 'case of the field names of a webhook body', 'webhooks/payload.ts', {
    form: 'camelCase in Form 1, snake_case in Form 2',
    camel: 'camelCase',
    snake: 'snake_case',
  }),
  webhookIds: defineChoice(34, 'place of the delivery id', 'webhooks/webhook-delivery.ts', {
    both: 'in a header and in the body',
    header: 'in a header',
    body: 'in the body',
    none: 'nowhere; the scheme standard still signs it and sends its header',
  }),
  webhookRetries: defineChoice(34, 'retries of a delivery', 'webhooks/outbox.ts', {
    schedule: 'after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h',
    few: 'after 10 s and 1 min',
    none: 'never',
  }),
};
