import { inspectService } from '@answershare/core';
import { nodeHost } from '@answershare/core/node';
import { recognise, recogniseLimits } from '@answershare/recogniser';
import { forms, startSandbox } from '@answershare/sandbox';
import type { Contender, LookupQuestion, SandboxForm } from '../contenders/contender.ts';
import { nextSeed, startEnterpriseSandbox } from '../instruments/enterprise-sandbox.ts';
import { countOutcomes, runWithTimeout } from '../instruments/measure.ts';
import { type Bench, isOurs, toLabel } from './bench.ts';

export interface DoctorCost {
  /** In the sandbox's log. */
  readonly requests: number;
  /** In the doctor's report. */
  readonly reported: number;
  readonly found: 1 | 2 | 'mixed' | null;
}

/** Counts the requests of a doctor's run against an unknown service. */
export async function countDoctorRequests(
  form: SandboxForm,
  options: { readonly quick: boolean },
): Promise<DoctorCost> {
  const sandbox = await startSandbox({ form, seed: nextSeed() });
  try {
    const { baseUrl, keys } = sandbox;
    const report = await inspectService(
      { baseUrl, key: keys.live },
      nodeHost({ learn: recognise, learnLimits: recogniseLimits }),
      options,
    );
    const { byKey } = await sandbox.admin.requests();
    return { requests: byKey.live ?? 0, reported: report.spent, found: report.form };
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
    for (const form of forms) {
      for (const kind of ['full', 'quick'] as const) {
        const { requests, reported, found } = await countDoctorRequests(form, { quick: kind === 'quick' });
        most[kind] = Math.max(most[kind], requests);
        rows.push({
          who: `Form ${form}`,
          setting: kind,
          figures: { requests, reported, 'Form found': found },
        });
      }
    }
    return {
      rows,
      ours: `${most.full}, quick ${most.quick}`,
      met: most.full <= 6 && most.quick <= 2,
      remarks: ['Counted by the sandbox\'s log; "reported" is what the report itself claims.'],
    };
  },
};

const evaluatedAt = '2026-11-16T09:00:00Z';

function questionsOfRow(website: string): readonly LookupQuestion[] {
  const windows = ([7, 30, 90] as const).map(
    (days): LookupQuestion => ({ endpoint: 'analytics', website, days }),
  );
  return [
    ...windows,
    { endpoint: 'citations', website },
    { endpoint: 'competitors', website },
    { endpoint: 'authority', website },
  ];
}

/** All cells of the sheet; each question fills `copies` cells. */
function listCells(websites: readonly string[], copies: number): readonly LookupQuestion[] {
  const rows = websites.flatMap(questionsOfRow);
  return Array.from({ length: copies }, () => rows).flat();
}

export interface SheetWorkload {
  readonly cells: number;
  readonly requests: number;
}

/** Looks up the list of websites, then all cells at once. */
export async function evaluateSheet(
  { library, tuned }: Contender,
  options: { readonly form: SandboxForm; readonly websites: number; readonly copies: number },
): Promise<SheetWorkload> {
  const { form, websites, copies } = options;
  const service = await startEnterpriseSandbox({ form, websites, now: evaluatedAt });
  const { sandbox, key } = service;
  const target = { baseUrl: sandbox.baseUrl, key, form, now: () => Date.parse(evaluatedAt), retries: 2 };
  const client = await library.open(target, tuned);
  try {
    const cells = listCells(service.websites, copies);
    const first = await runWithTimeout((signal) => client.lookup({ endpoint: 'websites' }, signal), 30_000);
    const outcomes = await Promise.all(
      cells.map((question) => runWithTimeout((signal) => client.lookup(question, signal), 60_000)),
    );
    const found = countOutcomes(outcomes.concat(first));
    if (found.value !== cells.length + 1)
      throw new Error(`${library.name}: ${found.value} of ${cells.length + 1} lookups gave a value.`);
    return { cells: cells.length, requests: await service.countRequests() };
  } finally {
    await client.close();
    await sandbox.close();
  }
}

export const sheetWorkload: Bench = {
  id: 'B9',
  title:
    'A sheet: 20 websites × (3 windows, citations, competitors, authority) × 3 cells each = 360 lookups, and the list of websites',
  target: 'at most 81 requests',
  async run(contenders) {
    const rows = [];
    let own = 0;
    for (const contender of contenders) {
      const { who, setting } = toLabel(contender);
      for (const form of isOurs(contender) ? forms : ([1] as const)) {
        const { requests } = await evaluateSheet(contender, { form, websites: 20, copies: 3 });
        if (isOurs(contender)) own = Math.max(own, requests);
        rows.push({ who, setting: `${setting}, Form ${form}`, figures: { requests } });
      }
    }
    return {
      rows,
      ours: `${own} requests`,
      met: own > 0 && own <= 81,
      remarks: [
        'All cells ask at once. One request per distinct question would be 121; a dated answer of 90 days can serve the narrower windows, which leaves 81.',
      ],
    };
  },
};
