import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const workflows = join(root, '.github/workflows');
const toolchain = new URL('../../scripts/toolchain.mjs', import.meta.url).href;

test('every action of a workflow is pinned by its commit, with the version as a comment', () => {
  const lines = readdirSync(workflows).flatMap((file) =>
    readFileSync(join(workflows, file), 'utf8')
      .split('\n')
      .filter((line) => /\buses\s*:/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(line).toMatch(/^[\w.-]+: - uses: [\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('the root and the packages use one version of each tool', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const shared = Object.keys(devDependencies).filter(
    (name) => catalog.includes(` ${name}: `) || catalog.includes(`"${name}": `),
  );
  expect(shared).toEqual(['@types/node', 'typescript', 'vitest']);
  for (const name of shared)
    expect(catalog).toMatch(new RegExp(`^  "?${name}"?: ${devDependencies[name]}$`, 'm'));
});

test('a workflow may only read the repository, and leaves no credentials behind', () => {
  for (const file of readdirSync(workflows)) {
    const text = readFileSync(join(workflows, file), 'utf8');
    expect(text, file).toMatch(/^permissions:\n {2}contents: read\njobs:/m);
    expect(text, file).not.toContain('pull_request_target');
    expect(text.match(/persist-credentials: false/g), file).toHaveLength(
      text.match(/actions\/checkout@/g)?.length ?? 0,
    );
  }
});

test('the scripts keep compiled code in a folder of the checkout that only its owner may enter', async () => {
  const program = `import { environmentWith } from ${JSON.stringify(toolchain)};
    process.stdout.write(environmentWith('/bin').NODE_COMPILE_CACHE);`;
  const { NODE_COMPILE_CACHE: _own, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env,
  });
  expect(stdout).toBe(join(root, '.toolchain/compiled'));
  expect(statSync(stdout).mode & 0o777).toBe(0o700);
});
