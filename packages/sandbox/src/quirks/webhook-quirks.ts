import { defineChoice } from './quirk.ts';

/**
 * Switches of webhooks (item 34); the specification (§6) shows only HMAC-SHA256 and the header. They are the defaults
 * of a SigningProfile.
 */
export const WEBHOOK_QUIRKS = {
  webhookScheme: defineChoice({
    item: 34,
    about: 'signed content, key and header of a webhook signature',
    acts: 'webhooks/signing-profile.ts',
    standard: 'github',
    values: {
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
  }),
  webhookEncoding: defineChoice({
    item: 34,
    about: 'encoding of a webhook signature',
    acts: 'webhooks/signature.ts',
    standard: 'scheme',
    values: {
      scheme: 'the encoding of the scheme',
      hex: 'hex',
      hexUpper: 'upper-case hex',
      base64: 'base64',
      base64url: 'base64url without padding',
    },
  }),
  webhookNames: defineChoice({
    item: 34,
    about: 'wire names of event kinds',
    acts: 'webhooks/kinds.ts',
    standard: 'dot',
    values: {
      dot: 'citation.new',
      snake: 'new_citation',
      camel: 'newCitation',
      verbFirst: 'new.citation, verified.backlink',
      words: 'new citation, as in the specification',
    },
  }),
  webhookPayload: defineChoice({
    item: 34,
    about: 'shape of a webhook body',
    acts: 'webhooks/payload.ts',
    standard: 'wrapped',
    values: {
      wrapped: '{"id", "type", "createdAt", "data": {...}}',
      flat: '{"deliveryId", "event", "occurredAt", "websiteId", ...}',
      nested: '{"id", "eventType", "timestamp", "website": {...}, subject: {...}}',
      headed: 'the details alone; the header X-Service-Event has the kind',
    },
  }),
  webhookCase: defineChoice({
    item: 34,
    about: 'case of the field names of a webhook body',
    acts: 'webhooks/payload.ts',
    standard: 'form',
    values: { form: 'camelCase in Form 1, snake_case in Form 2', camel: 'camelCase', snake: 'snake_case' },
  }),
  webhookIds: defineChoice({
    item: 34,
    about: 'place of the delivery id',
    acts: 'webhooks/webhook-delivery.ts',
    standard: 'both',
    values: {
      both: 'in a header and in the body',
      header: 'in a header',
      body: 'in the body',
      none: 'nowhere; the scheme standard still signs it and sends its header',
    },
  }),
  webhookRetries: defineChoice({
    item: 34,
    about: 'retries of a delivery',
    acts: 'webhooks/outbox.ts',
    standard: 'schedule',
    values: {
      schedule: 'after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h',
      few: 'after 10 s and 1 min',
      none: 'never',
    },
  }),
};
