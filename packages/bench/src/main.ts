import { readFileSync, writeFileSync } from 'node:fs';
import { benches } from './benches/benches.ts';
import { usage, type Wishes, wishesOf } from './command-line.ts';
import { contendersOf } from './contenders/contender.ts';
import { libraries } from './contenders/libraries.ts';
import { comparedOf, thisMachine } from './report/machine.ts';
import { withResults } from './report/readme.ts';
import type { Entry, Report } from './report/report.ts';
import { inMarkdown, inPlainText } from './report/words.ts';

async function run(wishes: Wishes): Promise<Report> {
  const machine = thisMachine();
  const clients = libraries.map(comparedOf);
  const contenders = contendersOf(libraries);
  const findings: Entry[] = [];
  for (const bench of wishes.benches) {
    const { id, title, target } = bench;
    const started = performance.now();
    const finding = await bench.run(contenders);
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stderr.write(`${id}: ${finding.ours} (${seconds} s)\n`);
    findings.push({ id, title, target, seconds, ...finding });
  }
  return { command: 'npm run bench -- --write', machine, clients, findings };
}

async function main(argv: readonly string[]): Promise<{ code: number; text: string }> {
  let wishes: Wishes;
  try {
    wishes = wishesOf(argv, benches);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    process.stderr.write(`${thrown.message}\n${usage}\n`);
    return { code: 2, text: '' };
  }
  const report = await run(wishes);
  if (wishes.write) {
    const file = new URL('../README.md', import.meta.url);
    writeFileSync(file, withResults(readFileSync(file, 'utf8'), inMarkdown(report)));
  }
  return { code: 0, text: wishes.json ? JSON.stringify(report, null, 2) : inPlainText(report) };
}

const { code, text } = await main(process.argv.slice(2));
// Clients that hang at a daily limit have timers of up to 11 hours, which must not keep this process.
process.stdout.write(text === '' ? '' : `${text}\n`, () => process.exit(code));
