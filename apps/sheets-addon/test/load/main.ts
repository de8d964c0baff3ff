/** `pnpm --filter @answershare/sheets-addon load [runs]`: the crowd by the machine's clock, many times. */
import { type Bill, type Crowd, calculate } from './crowd.ts';

const runs = Number(process.argv[2] ?? 20);
const latencies = [300, 1_200] as const;
const orders = ['mixed', 'adjacent'] as const;
const variants: readonly { readonly name: string; readonly most: number; readonly crowd: Partial<Crowd> }[] =
  [
    { name: 'as it is', most: 80, crowd: {} },
    { name: 'cache loses 10 % of reads', most: 80, crowd: { cacheLoss: 0.1 } },
    { name: 'first asker ended', most: 81, crowd: { killLeader: true } },
  ];

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
let wrong = 0;
console.log('| variant | order | latency | Form | requests | failed cells | wall s |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const { name, most, crowd } of variants) {
  for (let run = 0; run < runs; run++) {
    const order = orders[run % 2] ?? 'mixed';
    const latencyMs = latencies[Math.floor(run / 2) % 2] ?? 300;
    const form = run % 8 < 4 ? 1 : 2;
    const bill: Bill = await calculate({ order, latencyMs, form, cells: 1_000, time: 'real', ...crowd });
    if (bill.requests > most || bill.requests < 80 || bill.failed.length > 0) wrong += 1;
    console.log(
      `| ${name} | ${order} | ${latencyMs} ms | ${form} | ${bill.requests} | ${bill.failed.length} | ${seconds(bill.wallMs)} |`,
    );
    for (const note of new Set(bill.failed)) console.log(`  ${note}`);
  }
}
console.log(
  wrong === 0
    ? `${runs * variants.length} runs: each as it should be.`
    : `${wrong} of ${runs * variants.length} runs were not as they should be.`,
);
process.exitCode = wrong === 0 ? 0 : 1;
