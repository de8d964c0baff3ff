import type { WebhookDelivery } from '@answershare/core/webhooks';
import { z } from 'zod';
import { Complaint } from '../../complaint.ts';
import { shapeWords } from './shape-words.ts';

/** A webhook request as somebody kept it. */
export interface Capture {
  readonly delivery: WebhookDelivery;
  /** When it came, milliseconds since the epoch; null where the capture does not say. */
  readonly receivedAt: number | null;
}

const headerValue = z.union([z.string(), z.array(z.string())], 'is a text, or a list of texts');

const shape = z
  .object({
    method: z.string().optional(),
    url: z.string().min(1).optional(),
    headers: z.record(z.string(), headerValue),
    body: z
      .string(
        'is the exact text of the body; a parsed body has lost the bytes that were signed, so keep it as a text or give bodyBase64',
      )
      .optional(),
    bodyBase64: z
      .string()
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'is not base64')
      .optional(),
    receivedAt: z.iso
      .datetime({ offset: true, error: 'is not an instant such as 2026-11-23T09:00:00Z' })
      .optional(),
  })
  .refine(({ body, bodyBase64 }) => (body === undefined) !== (bodyBase64 === undefined), {
    error: 'needs either body or bodyBase64',
    when: ({ issues }) => !issues.some(({ path }) => /^body/.test(String(path?.[0]))),
  });

/** Reads a capture `{method?, url?, headers, body | bodyBase64, receivedAt?}`; other fields are left alone. */
export function readCapture(value: unknown, name: string): Capture {
  const checked = shape.safeParse(value);
  if (!checked.success)
    throw new Complaint(
      `${name} is no captured delivery. It is an object such as {"url": "…", "headers": {"x-service-signature": "…"}, "body": "…"}:\n${shapeWords(checked.error, value)}`,
      2,
    );
  const { url, headers, body, bodyBase64, receivedAt } = checked.data;
  const joined = Object.entries(headers).map(([header, text]) => [header, [text].flat().join(', ')]);
  const bytes = bodyBase64 === undefined ? Buffer.from(body ?? '') : Buffer.from(bodyBase64, 'base64');
  return {
    delivery: { headers: Object.fromEntries(joined), body: bytes, ...(url === undefined ? {} : { url }) },
    receivedAt: receivedAt === undefined ? null : Date.parse(receivedAt),
  };
}
