// Lint, types, build and tests, in this order; what failed is told again at the end, and the last line counts the tests.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { foreground } from './step.mjs';
import { environmentWith, root, toolchainFolder } from './toolchain.mjs';

const env = environmentWith(await toolchainFolder());
const reports = () =>
  globSync('{packages/*,apps/*,examples}/.test-report.json', { cwd: root }).map((file) => join(root, file));
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

const indented = (text) =>
  text
    .trim()
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .map((line) => `  ${line}`)
    .join('\n');

/** What failed in one package: each test with its file and message, or the file that could not be run. */
function complaints({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${file} > ${test.fullName}\n${indented(test.failureMessages.join('\n'))}`);
    return tests.length > 0 || !message ? tests : [`${file}\n${indented(message)}`];
  });
}

let passed = 0;
let failed = 0;
const told = [];
for (const [title, args] of steps) {
  process.stdout.write(`\n== ${title}\n`);
  const code = await foreground('pnpm', ['exec', ...args], env);
  if (code === 0) continue;
  if (title !== 'Tests') {
    failed += 1;
    told.push(`${title}: see above`);
  }
  process.exitCode = 1;
}
for (const file of reports()) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  if (!report.success && report.numFailedTests === 0) failed += 1;
  told.push(...complaints(report));
}
if (passed === 0 || failed > 0) process.exitCode = 1;
if (process.exitCode === 1 && failed === 0) failed = 1;
if (told.length > 0) process.stdout.write(`\n== Failed\n${told.join('\n\n')}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
