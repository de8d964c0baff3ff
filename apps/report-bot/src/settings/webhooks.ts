import { createPublicKey } from 'node:crypto';
import { checkScheme, type SignatureScheme } from '@answershare/core/webhooks';
import { z } from 'zod';
import { secretMark } from './references.ts';

/** A secret by reference. */
const secretOf = (variable: string, minimum = 16) =>
  z
    .string()
    .min(minimum, `is shorter than ${minimum} characters, so it could be guessed`)
    .meta(secretMark(variable));

const serviceWebhookSchema = z.strictObject({
  scheme: z
    .record(z.string(), z.unknown())
    .superRefine((value, context) => {
      const reading = checkScheme(value);
      const complaints = reading.ok ? [] : reading.complaints;
      if (complaints.length > 0)
        context.addIssue({
          code: 'custom',
          message: `is no scheme of "webhook diagnose": ${complaints.join(' ')}`,
        });
    })
    .describe('How deliveries are signed, as "answershare webhook diagnose" prints it.'),
  secret: secretOf('ANSWERSHARE_WEBHOOK_SECRET', 8).describe('Secret of the deliveries, by reference.'),
  previousSecret: secretOf('ANSWERSHARE_WEBHOOK_PREVIOUS_SECRET', 8)
    .exactOptional()
    .describe('A second secret, while the first is replaced.'),
  url: z.url().exactOptional().describe('The address that the service calls, if the scheme signs it.'),
});

/** Base64 of a SubjectPublicKeyInfo. */
function isPublicKey(text: string): boolean {
  try {
    return (
      createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).type === 'public'
    );
  } catch {
    return false;
  }
}

const mailWebhooksSchema = z.strictObject({
  ses: z
    .strictObject({
      topic: z.string().regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:\S+$/, 'is no ARN of an SNS topic'),
    })
    .exactOptional()
    .describe('Amazon SES: the ARN of the SNS topic of bounces and complaints.'),
  postmark: z
    .strictObject({ password: secretOf('POSTMARK_WEBHOOK_PASSWORD', 24) })
    .exactOptional()
    .describe('Postmark: the password in the address of the webhook.'),
  resend: z
    .strictObject({ secret: secretOf('RESEND_WEBHOOK_SECRET') })
    .exactOptional()
    .describe('Resend: the signing secret, which begins with whsec_.'),
  sendgrid: z
    .strictObject({
      publicKey: secretOf('SENDGRID_WEBHOOK_KEY').refine(
        isPublicKey,
        'is no public key as SendGrid shows it',
      ),
    })
    .exactOptional()
    .describe('SendGrid: the verification key of the signed event webhook.'),
});

export const webhooksSchema = z.strictObject({
  service: serviceWebhookSchema.exactOptional().describe('Deliveries of the service to /webhooks/service.'),
  services: z
    .record(z.string(), serviceWebhookSchema)
    .default({})
    .describe('Deliveries of the services of "services" to /webhooks/service/NAME, by name.'),
  mail: mailWebhooksSchema
    .exactOptional()
    .describe('Bounces and complaints to /webhooks/mail/NAME; other providers are refused.'),
});

/** What the settings pin of the service's deliveries. */
export interface ServiceWebhook {
  readonly scheme: SignatureScheme;
  /** Two while the secret is replaced. */
  readonly secrets: readonly string[];
  /** The address that the service calls; only some schemes sign it. */
  readonly url: string | null;
}

/** What the settings pin of each provider of mails. */
export type MailWebhooks = z.infer<typeof mailWebhooksSchema>;

export interface WebhookSettings {
  /** Those whose deliveries are taken, by the name of the service; empty for that of `service`. */
  readonly services: ReadonlyMap<string, ServiceWebhook>;
  readonly mail: MailWebhooks;
}

export const toWebhookSettings = (webhooks: z.infer<typeof webhooksSchema> | undefined): WebhookSettings => ({
  services: new Map(
    [['', webhooks?.service] as const, ...Object.entries(webhooks?.services ?? {})].flatMap(([name, one]) =>
      one === undefined ? [] : [[name, toServiceWebhook(one)] as const],
    ),
  ),
  mail: webhooks?.mail ?? {},
});

function toServiceWebhook({
  scheme,
  secret,
  previousSecret,
  url,
}: z.infer<typeof serviceWebhookSchema>): ServiceWebhook {
  const reading = checkScheme(scheme);
  if (!reading.ok) throw new RangeError(reading.complaints.join(' '));
  return {
    scheme: reading.scheme,
    secrets: [secret, ...(previousSecret === undefined ? [] : [previousSecret])],
    url: url ?? null,
  };
}
