import { readFileSync, writeFileSync } from 'node:fs';
import { type BenchOptions, benches, parseCommandLine, usageText } from './command-line.ts';
import { listContenders } from './contenders/contender.ts';
import { libraries } from './contenders/libraries.ts';
import { formatMarkdown, formatPlainText, formatRows, replaceResults } from './report/format-report.ts';
import {
  type BenchReport,
  type BenchResult,
  describeClient,
  describeMachine,
  mergeResults,
} from './report/report.ts';

async function run(options: BenchOptions): Promise<BenchReport> {
  const machine = describeMachine();
  const clients = libraries.map(describeClient);
  const contenders = listContenders(libraries);
  const findings: BenchResult[] = [];
  for (const bench of options.benches) {
    const { id, title, target } = bench;
    const started = performance.now();
    const finding = await bench.run(contenders);
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stderr.write(`${id}: ${finding.ours} (${seconds} s)\n`);
    findings.push({ id, title, target, seconds, ...finding });
  }
  return { command: 'npm run bench -- --write', machine, clients, findings };
}

function rewrite(file: URL, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

async function main(argv: readonly string[]): Promise<{ code: number; text: string }> {
  let options: BenchOptions;
  try {
    options = parseCommandLine(argv, benches);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    process.stderr.write(`${thrown.message}\n${usageText}\n`);
    return { code: 2, text: '' };
  }
  const report = await run(options);
  if (options.write) {
    const results = new URL('../results.json', import.meta.url);
    const stored = JSON.parse(readFileSync(results, 'utf8')) as BenchReport;
    const whole = options.benches.length === benches.length ? report : mergeResults(stored, report);
    rewrite(new URL('../README.md', import.meta.url), (text) => replaceResults(text, formatMarkdown(whole)));
    writeFileSync(results, `${JSON.stringify(whole, null, 2)}\n`);
    for (const { id, name, page } of options.benches) {
      const rows = report.findings.find((finding) => finding.id === id)?.rows ?? [];
      if (page !== undefined)
        rewrite(new URL(`../../../${page}`, import.meta.url), (text) =>
          replaceResults(text, formatRows(rows), `npm run bench -- --only ${name} --write`),
        );
    }
  }
  return { code: 0, text: options.json ? JSON.stringify(report, null, 2) : formatPlainText(report) };
}

const { code, text } = await main(process.argv.slice(2));
// Clients that hang at a daily limit have timers of up to 11 hours; exit in spite of them.
process.stdout.write(text === '' ? '' : `${text}\n`, () => process.exit(code));
