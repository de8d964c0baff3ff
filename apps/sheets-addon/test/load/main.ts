/** `pnpm --filter @answershare/sheets-addon load [runs] [runs of each disturbed variant]`: prints a table. */
import { type Crowd, calculate } from './crowd.ts';

const runs = Number(process.argv[2] ?? 20);
const disturbedRuns = Number(process.argv[3] ?? runs);
const apiMs = [300, 1_200] as const;
const orders = ['mixed', 'adjacent'] as const;
const variants: readonly { readonly name: string; readonly most: number; readonly crowd: Partial<Crowd> }[] =
  [
    { name: 'as it is', most: 80, crowd: {} },
    { name: 'cache misses 10 % of reads', most: 80, crowd: { cacheLoss: 0.1 } },
    { name: 'first asker ended', most: 81, crowd: { killLeader: true } },
  ];

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
let faults = 0;
console.log('1,000 cells, 80 distinct questions, 30 executions at once; seconds by the stepped clock.');
console.log('| variant | order | API s | Form | requests | failed cells | slowest cell s | whole sheet s |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const { name, most, crowd } of variants) {
  const times = variants[0]?.name === name ? runs : disturbedRuns;
  for (let run = 0; run < times; run++) {
    const given = {
      order: orders[run % 2] ?? 'mixed',
      apiMs: apiMs[Math.floor(run / 2) % 2] ?? 300,
      form: run % 8 < 4 ? 1 : 2,
    } as const;
    const { requests, failed, slowestMs, wallMs } = await calculate({ ...given, cells: 1_000, ...crowd });
    if (requests > most || requests < 80 || failed.length > 0) faults += 1;
    const cells = [name, given.order, seconds(given.apiMs), given.form, requests, failed.length];
    console.log(`| ${[...cells, seconds(slowestMs), seconds(wallMs)].join(' | ')} |`);
    for (const note of new Set(failed)) console.log(`  ${note}`);
  }
}
const all = runs + disturbedRuns * (variants.length - 1);
console.log(
  faults === 0
    ? `${all} runs: each as it should be.`
    : `${faults} of ${all} runs were not as they should be.`,
);
process.exitCode = faults === 0 ? 0 : 1;
