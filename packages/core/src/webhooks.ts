export { checkScheme, type SchemeReading } from './webhooks/check-scheme.ts';
export type { ComputeHmac, WebhookDelivery } from './webhooks/delivery.ts';
export { type DeliveryDiagnosis, diagnoseDelivery } from './webhooks/diagnose.ts';
export { type DeliveryReading, readDelivery } from './webhooks/read-delivery.ts';
export type { SignatureScheme } from './webhooks/signature-scheme.ts';
export type { Verification, VerificationFailureReason } from './webhooks/verification.ts';
export { verifyDelivery } from './webhooks/verify-delivery.ts';
