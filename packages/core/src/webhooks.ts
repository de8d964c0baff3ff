export { checkScheme, type SchemeReading } from './webhooks/check-scheme.ts';
export type {
  ComputeHmac,
  Verification,
  VerificationFailureReason,
  WebhookDelivery,
} from './webhooks/delivery.ts';
export { type DeliveryDiagnosis, diagnoseDelivery } from './webhooks/diagnose-delivery.ts';
export { type DeliveryReading, readDelivery } from './webhooks/read-delivery.ts';
export type { SignatureScheme } from './webhooks/signature-scheme.ts';
export { verifyDelivery } from './webhooks/verify-delivery.ts';
