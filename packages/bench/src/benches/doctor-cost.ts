import { inspectService } from '@answershare/core';
import { nodeHost } from '@answershare/core/node';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import { startSandbox } from '@answershare/sandbox';
import type { Form } from '../contenders/question.ts';
import { freshSeed } from '../services/fresh-seed.ts';
import type { Bench } from './bench.ts';

export interface DoctorCost {
  /** By the sandbox's own log. */
  readonly requests: number;
  /** What the doctor says that it spent. */
  readonly said: number;
  /** The Form that it found. */
  readonly found: 1 | 2 | 'mixed' | null;
}

/** What a doctor's visit costs at a service of which nothing is known. */
export async function visitDoctor(form: Form, options: { readonly quick: boolean }): Promise<DoctorCost> {
  const sandbox = await startSandbox({ form, seed: freshSeed() });
  try {
    const { baseUrl, keys } = sandbox;
    const report = await inspectService(
      { baseUrl, key: keys.live },
      nodeHost({ learn: recognise, learnLimits: recogniseLimits }),
      options,
    );
    const { byKey } = await sandbox.admin.requests();
    return { requests: byKey.live ?? 0, said: report.spent, found: report.form };
  } finally {
    await sandbox.close();
  }
}

export const doctorCost: Bench = {
  id: 'B8',
  title: "Requests of a doctor's visit that finds out the Form",
  target: 'at most 6, quick 2',
  async run() {
    const rows = [];
    const most = { full: 0, quick: 0 };
    for (const form of [1, 2] as const) {
      for (const visit of ['full', 'quick'] as const) {
        const { requests, said, found } = await visitDoctor(form, { quick: visit === 'quick' });
        most[visit] = Math.max(most[visit], requests);
        rows.push({ who: `Form ${form}`, setting: visit, figures: { requests, said, 'Form found': found } });
      }
    }
    return {
      rows,
      ours: `${most.full}, quick ${most.quick}`,
      met: most.full <= 6 && most.quick <= 2,
      remarks: ['Counted by the sandbox\'s log; "said" is what the report itself claims.'],
    };
  },
};
