import type { DoctorReport, Endpoint, RecipeStatus } from '@answershare/core';
import { theReadingThread, UnfinishedReading } from '../../reading/reading-thread.ts';
import type { Context } from '../context.ts';
import type { Recognised } from './drafts.ts';

/** What the bodies of one endpoint show together. */
export interface Inspected {
  readonly endpoint: Endpoint;
  readonly recognised: Recognised;
  /** How far the first draft is trusted; null where a person has to confirm one. */
  readonly status: RecipeStatus | null;
}

/** Inspects the bodies that a doctor saw, those of each endpoint together. */
export async function inspect(
  context: Context,
  { samples, recipes }: DoctorReport,
  endpoints: readonly Endpoint[],
): Promise<readonly Inspected[]> {
  const inspected: Inspected[] = [];
  for (const endpoint of endpoints) {
    const bodies = samples[endpoint] ?? [];
    if (bodies.length === 0) continue;
    const recognised = await recognisedInTime(context, endpoint, bodies);
    const status = recognised.clear ? (recipes[endpoint]?.[0]?.status ?? 'provisional') : null;
    inspected.push({ endpoint, recognised, status });
  }
  return inspected;
}

async function recognisedInTime(
  context: Context,
  endpoint: Endpoint,
  bodies: readonly unknown[],
): Promise<Recognised> {
  try {
    return await theReadingThread.run('recognised', [endpoint, bodies], context.ended);
  } catch (thrown) {
    if (!(thrown instanceof UnfinishedReading)) throw thrown;
    return { clear: false, drafts: [], reason: thrown.reason };
  }
}
