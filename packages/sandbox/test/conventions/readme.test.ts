import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createSandboxProgram } from '../../src/command.ts';
import { FAULT_KINDS } from '../../src/world/fault.ts';
import { get, readJson, startTestSandbox } from '../sandbox.ts';

const readPage = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const bodies = readPage('docs/bodies.md');
const README = ['README.md', 'docs/admin.md', 'docs/webhooks.md'].map(readPage).join('\n');

/** The JSON example of docs/bodies.md under the line that begins with "`GET /api/v1/<endpoint>". */
function example(endpoint: string): object {
  const found = new RegExp(`^\`GET /api/v1/${endpoint}[^\\n]*\\n\\n\`\`\`json\\n(.*?)\`\`\``, 'ms').exec(
    bodies,
  );
  return JSON.parse(found?.[1] ?? '') as object;
}

/** A value with each list cut to its first item, as in the examples. */
function firstItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, firstItems(inner)]));
}

test.each([
  ['websites', ''],
  ['analytics', '&from=2026-11-10&to=2026-11-16'],
  ['citations', ''],
  ['competitors', ''],
  ['authority', ''],
])('the example of %s equals the response', async (endpoint, more) => {
  const sandbox = await startTestSandbox(1);
  const answer = await readJson(
    await get(sandbox, `/api/v1/${endpoint}?websiteId=${sandbox.websites[0]?.id}${more}`),
  );
  expect(example(endpoint)).toEqual(firstItems(answer));
});

test('the pages name every fault, every admin call and every option of the command', () => {
  for (const fault of FAULT_KINDS) expect(README).toContain(`\`${fault}\``);
  const routes = readFileSync(new URL('../../src/admin/admin-app.ts', import.meta.url), 'utf8');
  const calls = [...routes.matchAll(/app\.(get|post|delete)\(\s*'(\/[a-z/]+)'/g)];
  expect(calls.length).toBeGreaterThan(14);
  for (const [, method, path] of calls) expect(README).toContain(`\`${method?.toUpperCase()} ${path}\``);
  const program = createSandboxProgram(() => {});
  const commands = [program, ...program.commands.flatMap((group) => group.commands)];
  expect(commands).toHaveLength(3);
  for (const { options } of commands) for (const { long } of options) expect(README).toContain(`\`${long}`);
});
