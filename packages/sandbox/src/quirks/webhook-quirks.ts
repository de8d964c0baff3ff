import { defineChoice } from './quirk.ts';

/**
 * How deliveries look on the wire (specification §6 shows HMAC-SHA256 and the header alone; item 34). Each is what an
 * endpoint gets that asks for nothing else; `Manner` has the same traits for one endpoint or one order.
 */
export const WEBHOOK_QUIRKS = {
  webhookScheme: defineChoice({
    item: 34,
    about: 'signed content, key reading and header of a webhook signature',
    acts: 'webhooks/signing-profile.ts',
    standard: 'github',
    values: {
      github: 'sha256= and hex over the body',
      linear: 'hex over the body, which has the time as webhookTimestamp in milliseconds',
      shopify: 'base64 over the body',
      square: 'base64 over url and body',
      standard: 'v1, and base64 over id.timestamp.body; the secret is base64 after whsec_',
      stripe: 't=,v1= and hex over timestamp.body',
      slack: 'v0= and hex over v0:timestamp:body; the time has a header of its own',
      paddle: 'ts=;h1= and hex over timestamp:body',
      ansvisor: 'sha256= and hex over timestamp.body; the time in milliseconds has a header of its own',
    },
  }),
  webhookEncoding: defineChoice({
    item: 34,
    about: 'how the bytes of a webhook signature are written',
    acts: 'webhooks/signature.ts',
    standard: 'scheme',
    values: {
      scheme: 'as the scheme does',
      hex: 'hex',
      hexUpper: 'hex in capitals',
      base64: 'base64',
      base64url: 'base64url without padding',
    },
  }),
  webhookNames: defineChoice({
    item: 34,
    about: 'wire names of the kinds of events',
    acts: 'webhooks/kinds.ts',
    standard: 'dot',
    values: {
      dot: 'citation.new',
      snake: 'new_citation',
      camel: 'newCitation',
      verbFirst: 'new.citation, verified.backlink',
      words: 'new citation: the words of the specification',
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
      headed: 'the details alone; only the header X-Service-Event tells the kind',
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
    about: 'where the id of a delivery is told',
    acts: 'webhooks/webhook-delivery.ts',
    standard: 'both',
    values: {
      both: 'in a header and in the body',
      header: 'in a header',
      body: 'in the body',
      none: 'nowhere; the scheme standard signs it and sends its header all the same',
    },
  }),
  webhookRetries: defineChoice({
    item: 34,
    about: 'when a delivery is tried again',
    acts: 'webhooks/webhook-delivery.ts',
    standard: 'schedule',
    values: {
      schedule: 'after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h',
      few: 'after 10 s and 1 min',
      none: 'never',
    },
  }),
};
