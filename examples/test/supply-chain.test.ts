import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

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

test('the base of the image is pinned by its digest', () => {
  const bases = readFileSync(join(root, 'apps/report-bot/Dockerfile'), 'utf8').match(/^FROM .*/gm) ?? [];
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(/@sha256:[0-9a-f]{64}( AS \w+)?$/);
});

test('Docker gets no file that git ignores', () => {
  const lines = (path: string): string[] =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const patterns = lines('.gitignore').map((line) => {
    const [, kept = '', top = '', path] = /^(!?)(\/?)(.*?)\/?$/.exec(line) ?? [];
    return `${kept}${top === '' ? '**/' : ''}${path}`;
  });
  expect(lines('.dockerignore').sort()).toEqual(['.git', ...patterns].sort());
});

test('the root and the packages use one version of each tool', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const shared = Object.keys(devDependencies).filter(
    (name) => catalog.includes(` ${name}: `) || catalog.includes(`"${name}": `),
  );
  expect(shared).toEqual(['@formatjs/icu-messageformat-parser', '@types/node', 'typescript', 'vitest']);
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

const day = 86_400_000;
const attestations = { provenance: { predicateType: 'https://slsa.dev/provenance/v1' } };

/** Versions of one package by number, with their age in days. */
type Versions = Readonly<
  Record<string, { readonly days: number; readonly attestations?: object; readonly isExotic?: true }>
>;

/** What pnpm prints when it resolves version 1.1.0 of a package from a registry, with this repository's settings. */
async function resolvePackage(versions: Versions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'answershare-supply-'));
  const server = createServer(({ url: path }, response) => {
    if (path === '/other.tgz') {
      spawn('tar', ['-cz', '-C', folder, '--transform=s,^,package/,', 'package.json']).stdout.pipe(response);
      return;
    }
    const facts = Object.entries(versions).map(([version, { days, attestations, isExotic }]) => {
      const dist = { tarball: `${url}wanted.tgz`, shasum: '0'.repeat(40), attestations };
      const time = new Date(Date.now() - days * day).toISOString();
      return [
        version,
        {
          ...{ name: 'wanted', version, dist },
          dependencies: isExotic ? { other: `${url}other.tgz` } : {},
        },
        time,
      ] as const;
    });
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        name: 'wanted',
        'dist-tags': { latest: '1.1.0' },
        versions: Object.fromEntries(facts.map(([version, manifest]) => [version, manifest])),
        time: Object.fromEntries(facts.map(([version, _, time]) => [version, time])),
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const settings = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  writeFileSync(
    join(folder, 'pnpm-workspace.yaml'),
    settings.replace(/^(packages|catalog):\n( .*\n)+/gm, ''),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { wanted: '1.1.0' } }));
  const env = {
    ...process.env,
    pnpm_config_registry: url,
    pnpm_config_cache_dir: join(folder, 'cache'),
    pnpm_config_fetch_retries: '0',
  };
  const line = ['install', '--lockfile-only', '--reporter=append-only'];
  return promisify(execFile)('pnpm', line, { cwd: folder, env }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}

test.each<[string, Versions, RegExp]>([
  ['of two days', { '1.1.0': { days: 2 } }, /ERR_PNPM_(NO_MATURE_MATCHING_VERSION|MINIMUM_RELEASE_AGE)/],
  [
    'that lost its provenance',
    { '1.0.0': { days: 40, attestations }, '1.1.0': { days: 30 } },
    /trust downgrade/,
  ],
  [
    'with a dependency outside the registry',
    { '1.1.0': { days: 30, isExotic: true } },
    /ERR_PNPM_EXOTIC_SUBDEP/,
  ],
])('a version %s is not installed', async (_, versions, refusal) => {
  expect(await resolvePackage(versions)).toMatch(refusal);
});

test('a version of four days is installed', async () => {
  expect(await resolvePackage({ '1.1.0': { days: 4 } })).toContain('Done in ');
});
