// Lint, types, build and tests, in this order; the last line counts the tests.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foreground } from './step.mjs';
import { environmentWith, root, toolchainFolder } from './toolchain.mjs';

const env = environmentWith(await toolchainFolder());
const reports = () =>
  globSync('{packages,apps}/*/.test-report.json', { cwd: root }).map((file) => join(root, file));
for (const file of reports()) rmSync(file);

// turbo starts what is ready first and would begin the longest last, with nothing left to run beside it.
const longest = ['report-bot', 'sheets-addon', 'core'].map((name) => `@answershare/${name}`);
const test = ['turbo', 'run', 'test', '--continue', '--output-logs=full', '--concurrency=2'];

const steps = [
  ['Lint', ['biome', 'check', '--error-on-warnings', '.']],
  ['Types', ['turbo', 'run', 'typecheck', '--output-logs=errors-only', '--concurrency=2']],
  ['Build', ['turbo', 'run', 'build', '--output-logs=errors-only']],
  ['Tests', [...test, ...longest.map((name) => `--filter=${name}`)]],
  ['Tests', [...test, ...longest.map((name) => `--filter=!${name}`)]],
];

let passed = 0;
let failed = 0;
for (const [title, args] of steps) {
  process.stdout.write(`\n== ${title}\n`);
  const code = await foreground('pnpm', ['exec', ...args], env);
  if (code === 0) continue;
  failed += title === 'Tests' ? 0 : 1;
  process.exitCode = 1;
}
for (const file of reports()) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  if (!report.success && report.numFailedTests === 0) failed += 1;
}
if (passed === 0 || failed > 0) process.exitCode = 1;
if (process.exitCode === 1 && failed === 0) failed = 1;
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
