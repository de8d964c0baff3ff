import { createHash, createHmac } from 'node:crypto';
import {
  type DoctorReport,
  type Draft,
  type Endpoint,
  inspectRecordings,
  type KnownRecipe,
  type Reading,
  type RecordedAnswer,
  readByRecipes,
} from '@answershare/core';
import {
  type DeliveryDiagnosis,
  type DeliveryReading,
  diagnoseDelivery,
  readDelivery,
  type WebhookDelivery,
} from '@answershare/core/webhooks';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import type { ReadDraft, Recognised } from '../cli/meeting/drafts.ts';

/** What takes a time that a body decides. Arguments and results are plain data. */
export const tasks = {
  learn: recognise,
  readings(
    endpoint: Endpoint,
    bodies: readonly unknown[],
    known: readonly KnownRecipe[],
  ): readonly Reading<unknown>[] {
    return bodies.map((body) => readByRecipes(endpoint, known, body));
  },
  recognised(endpoint: Endpoint, bodies: readonly unknown[]): Recognised {
    const { clear, drafts, reason } = recognise(endpoint, bodies);
    const read = ({ recipe, assumes }: Draft): ReadDraft => {
      const known: KnownRecipe = { recipe, assumes, status: 'provisional', learntAt: 0 };
      return { recipe, assumes, readings: bodies.map((body) => readByRecipes(endpoint, [known], body)) };
    };
    return { clear, reason, drafts: drafts.map(read) };
  },
  recorded(answers: readonly RecordedAnswer[]): DoctorReport {
    return inspectRecordings(answers, recognise, recogniseLimits);
  },
  diagnosed(
    delivery: WebhookDelivery,
    secrets: readonly string[],
    now: number,
  ): { readonly found: DeliveryDiagnosis; readonly event: DeliveryReading } {
    const found = diagnoseDelivery(
      delivery,
      secrets,
      (key, data) => createHmac('sha256', key).update(data).digest(),
      now,
    );
    const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
    return { found, event: readDelivery(delivery, sha256, found.ok ? found.scheme : null) };
  },
} as const;

export type Tasks = typeof tasks;
