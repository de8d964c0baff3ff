// Lint, names, complexity, texts, unused code, build, types and tests. The end repeats what failed and counts the tests.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { shown } from './processes.mjs';
import { root } from './root.mjs';
import { environmentWith, toolchainFolder } from './toolchain.mjs';

/** TypeScript and esbuild are written in Go: to collect their garbage late saves a fifth of their processor time. */
const env = { GOGC: '400', ...environmentWith(await toolchainFolder()) };
const reports = () =>
  globSync('{packages/*,apps/*,examples}/.test-report.json', { cwd: root }).map((file) => join(root, file));
for (const file of reports()) rmSync(file);

const changed = process.argv.includes('--changed');
/** turbo.json lets the longest tests begin first: the others wait for core's. */
let testSteps = [['Types and tests', ['typecheck', 'test']]];
if (changed) {
  // Where this branch left main: turbo selects packages, vitest test files, by what differs from it.
  const line = ['merge-base', 'HEAD', 'main'];
  env.TURBO_SCM_BASE = execFileSync('git', line, { cwd: root, encoding: 'utf8' }).trim();
  testSteps = [
    ['Types', ['typecheck', '--affected']],
    ['Tests', ['test', '--affected', '--', `--changed=${env.TURBO_SCM_BASE}`]],
  ];
}
const turbo = ['turbo', 'run', '--continue=always', '--output-logs=full', '--concurrency=2'];

const steps = [
  ['Lint', ['biome', 'check', '--error-on-warnings', '.']],
  ['Names', ['node', 'scripts/check-names.mjs']],
  ['Complexity', ['node', 'scripts/check-complexity.mjs']],
  ['Texts', ['node', 'scripts/check-texts.mjs']],
  ['Unused code', ['knip', '--no-progress']],
  ['Build', ['turbo', 'run', 'build', '--output-logs=errors-only']],
  ...testSteps.map(([title, args]) => [title, [...turbo, ...args]]),
];

const indent = (text) =>
  text
    .trim()
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .map((line) => `  ${line}`)
    .join('\n');

/** What failed in one package: each test with its file and message, or the file that could not be run. */
function describeFailures({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${file} > ${test.fullName}\n${indent(test.failureMessages.join('\n'))}`);
    return tests.length > 0 || !message ? tests : [`${file}\n${indent(message)}`];
  });
}

let passed = 0;
let failed = 0;
const failures = [];
for (const [title, args] of steps) {
  process.stdout.write(`\n== ${title}\n`);
  const code = await shown('pnpm', ['exec', ...args], env);
  if (code === 0) continue;
  if (!/ests$/.test(title)) {
    failed += 1;
    failures.push(`${title}: see above`);
  }
  process.exitCode = 1;
}
for (const file of reports()) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  if (!report.success && report.numFailedTests === 0) failed += 1;
  failures.push(...describeFailures(report));
}
if ((passed === 0 && !changed) || failed > 0) process.exitCode = 1;
if (process.exitCode === 1 && failed === 0) {
  failed = 1;
  failures.push('Types, or what a package ran its tests with: see above');
}
if (failures.length > 0) process.stdout.write(`\n== Failed\n${failures.join('\n\n')}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
