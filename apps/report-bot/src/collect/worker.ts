import { parentPort } from 'node:worker_threads';
import {
  type DoctorReport,
  type Draft,
  type Endpoint,
  inspectRecordings,
  type KnownRecipe,
  type Reading,
  type Recognition,
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
import { hashBytes, signHmac } from '../system/hashes.ts';

/** Tasks whose duration depends on a body. Arguments and results are plain data. */
const workerTasks = {
  recognise,
  readBodies(
    endpoint: Endpoint,
    bodies: readonly unknown[],
    known: readonly KnownRecipe[],
  ): readonly Reading<unknown>[] {
    return bodies.map((body) => readByRecipes(endpoint, known, body));
  },
  draftRecipes(endpoint: Endpoint, bodies: readonly unknown[]): TestedRecognition {
    const { clear, drafts, reason } = recognise(endpoint, bodies);
    const read = ({ recipe, assumes }: Draft): TestedDraft => {
      const known: KnownRecipe = { recipe, assumes, status: 'provisional', learntAt: 0 };
      return { recipe, assumes, readings: bodies.map((body) => readByRecipes(endpoint, [known], body)) };
    };
    return { clear, reason, drafts: drafts.map(read) };
  },
  inspectAnswers(answers: readonly RecordedAnswer[]): DoctorReport {
    return inspectRecordings(answers, recognise, recogniseLimits);
  },
  diagnoseDelivery(
    delivery: WebhookDelivery,
    secrets: readonly string[],
    now: number,
  ): { readonly found: DeliveryDiagnosis; readonly event: DeliveryReading } {
    const found = diagnoseDelivery(delivery, secrets, signHmac, now);
    return { found, event: readDelivery(delivery, hashBytes, found.ok ? found.scheme : null) };
  },
} as const;

export type WorkerTasks = typeof workerTasks;

export interface TestedDraft extends Draft {
  /** Each body read by the recipe, in the given order. */
  readonly readings: readonly Reading<unknown>[];
}

/** The joint recognition of several bodies of one endpoint. */
export interface TestedRecognition extends Recognition {
  readonly drafts: readonly TestedDraft[];
}

/** A call of one of {@link workerTasks}. */
export interface WorkerJob {
  readonly name: keyof typeof workerTasks;
  readonly args: readonly unknown[];
}

/** The result or the error of a job; `ready` once before all jobs. */
export type WorkerReport =
  | { readonly is: 'ready' }
  | { readonly is: 'done'; readonly value: unknown }
  | { readonly is: 'failed'; readonly message: string };

function runJob({ name, args }: WorkerJob): WorkerReport {
  const task = workerTasks[name] as (...values: readonly unknown[]) => unknown;
  try {
    return { is: 'done', value: task(...args) };
  } catch (thrown) {
    return { is: 'failed', message: String(thrown) };
  }
}

parentPort?.on('message', (job: WorkerJob) => parentPort?.postMessage(runJob(job)));
parentPort?.postMessage({ is: 'ready' } satisfies WorkerReport);
