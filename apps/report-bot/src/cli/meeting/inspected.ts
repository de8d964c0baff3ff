import type { DoctorReport, Endpoint, KnownRecipe, RecipeStatus } from '@answershare/core';
import { theReadingThread, UnfinishedReading } from '../../reading/reading-thread.ts';
import type { Context } from '../context.ts';
import type { Recognised } from './drafts.ts';

/** What the bodies of one endpoint show together. */
export interface Inspected {
  readonly endpoint: Endpoint;
  readonly recognised: Recognised;
  /** The recipe in use; null where a person has to confirm one. */
  readonly known: KnownRecipe | null;
  readonly status: RecipeStatus | null;
}

/** Inspects the bodies that a doctor saw, those of each endpoint together. */
export async function inspect(
  context: Context,
  { samples, recipes, endpoints: findings }: DoctorReport,
  endpoints: readonly Endpoint[],
): Promise<readonly Inspected[]> {
  const inspected: Inspected[] = [];
  for (const endpoint of endpoints) {
    const bodies = samples[endpoint] ?? [];
    if (bodies.length === 0) continue;
    const recognised = await recognisedInTime(context, endpoint, bodies);
    const isRead = findings.some((finding) => finding.endpoint === endpoint && finding.ok);
    const known = (isRead ? recipes[endpoint]?.[0] : null) ?? null;
    inspected.push({ endpoint, recognised, known, status: known?.status ?? null });
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
