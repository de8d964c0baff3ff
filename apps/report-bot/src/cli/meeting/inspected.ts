import { type Endpoint, parseBody, type RecipeStatus, type RecordedAnswer } from '@answershare/core';
import { theReadingThread, UnfinishedReading } from '../../reading/reading-thread.ts';
import type { Context } from '../context.ts';
import type { Recognised } from './drafts.ts';
import { endpointNames } from './endpoint-names.ts';

/** What the bodies of one endpoint show together. */
export interface Inspected {
  readonly endpoint: Endpoint;
  readonly recognised: Recognised;
  /** How far the first draft is trusted; null where a person has to confirm one. */
  readonly status: Extract<RecipeStatus, 'provisional' | 'observed' | 'confirmed'> | null;
}

/** Inspects the bodies of successful answers, each endpoint's together. */
export async function inspectAnswers(
  context: Context,
  answers: readonly RecordedAnswer[],
  endpoints: readonly Endpoint[] = endpointNames,
): Promise<readonly Inspected[]> {
  const inspected: Inspected[] = [];
  for (const endpoint of endpoints) {
    const texts = answers
      .filter((answer) => answer.endpoint === endpoint && answer.status === 200 && parseBody(answer.body).ok)
      .map(({ body }) => body);
    const different = [...new Set(texts)];
    if (different.length > 0) inspected.push(await inspectBodies(context, endpoint, different));
  }
  return inspected;
}

async function inspectBodies(
  context: Context,
  endpoint: Endpoint,
  texts: readonly string[],
): Promise<Inspected> {
  try {
    const recognised = await theReadingThread.run('recognised', [endpoint, texts], context.ended);
    const status = texts.length > 1 ? 'observed' : 'provisional';
    return { endpoint, recognised, status: recognised.clear ? status : null };
  } catch (thrown) {
    if (!(thrown instanceof UnfinishedReading)) throw thrown;
    return { endpoint, recognised: { clear: false, drafts: [], reason: thrown.reason }, status: null };
  }
}
