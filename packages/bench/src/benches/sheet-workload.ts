import type { Contender } from '../contenders/contender.ts';
import type { Form, Question } from '../contenders/question.ts';
import { settled, tally } from '../measuring/settled.ts';
import { startWideSandbox } from '../services/wide-sandbox.ts';
import { type Bench, isOurs, labelOf } from './bench.ts';

const now = '2026-11-16T09:00:00Z';

/** The questions of one row of the sheet. */
function rowOf(website: string): readonly Question[] {
  const windows = ([7, 30, 90] as const).map((days): Question => ({ endpoint: 'analytics', website, days }));
  return [
    ...windows,
    { endpoint: 'citations', website },
    { endpoint: 'competitors', website },
    { endpoint: 'authority', website },
  ];
}

/** Every cell of the sheet: each question stands in `copies` of them. */
export function cellsOf(websites: readonly string[], copies: number): readonly Question[] {
  const rows = websites.flatMap(rowOf);
  return Array.from({ length: copies }, () => rows).flat();
}

export interface SheetWorkload {
  readonly cells: number;
  readonly requests: number;
}

/** All cells of a sheet at once, after the list of websites. */
export async function evaluateSheet(
  { library, tuned }: Contender,
  options: { readonly form: Form; readonly websites: number; readonly copies: number },
): Promise<SheetWorkload> {
  const { form, websites, copies } = options;
  const wide = await startWideSandbox({ form, websites, now });
  const { sandbox, key } = wide;
  const target = { baseUrl: sandbox.baseUrl, key, form, now: () => Date.parse(now), retries: 2 };
  const client = await library.open(target, tuned);
  try {
    const cells = cellsOf(wide.websites, copies);
    const first = await settled((signal) => client.lookup({ endpoint: 'websites' }, signal), 30_000);
    const outcomes = await Promise.all(
      cells.map((question) => settled((signal) => client.lookup(question, signal), 60_000)),
    );
    const found = tally(outcomes.concat(first));
    if (found.value !== cells.length + 1)
      throw new Error(`${library.name}: ${found.value} of ${cells.length + 1} lookups gave a value.`);
    return { cells: cells.length, requests: await wide.sent() };
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
      const { who, setting } = labelOf(contender);
      for (const form of isOurs(contender) ? ([1, 2] as const) : ([1] as const)) {
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
