import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import type { Context } from '../../src/cli/io/context.ts';
import { createHealthRoutes } from '../../src/http/monitoring.ts';
import { createProgram } from '../../src/program.ts';
import { parseSettings } from '../../src/settings/settings.ts';
import { none, silentStreams } from '../support/in-process.ts';

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (name: string): string => readFileSync(folder + name, 'utf8');
const commands = createProgram('answershare', {} as Context, silentStreams, none, async () => 0).commands.map(
  (command) => command.name(),
);

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly {
    readonly args: readonly string[];
    readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
    readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
  }[];
}

interface PodTemplate {
  readonly template: { readonly spec: Pod };
}

interface Workload {
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: PodTemplate & { readonly jobTemplate?: { readonly spec: PodTemplate } };
}

interface ComposeFile {
  readonly services: { readonly bot: { readonly healthcheck: { readonly test: readonly string[] } } };
}

type Permissions = Readonly<Record<string, string>>;

interface Workflow {
  readonly on: object;
  readonly permissions: Permissions;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly needs?: string;
        readonly permissions?: Permissions;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

test('each file is YAML without a fault, and holds no secret', () => {
  const files = globSync('**/*.yaml', { cwd: folder });
  expect(files.sort()).toEqual([
    'compose.yaml',
    'github-action.yaml',
    'kubernetes/cronjob.yaml',
    'kubernetes/deployment.yaml',
  ]);
  for (const file of files) {
    for (const { errors, warnings } of parseAllDocuments(read(file)) as ReturnType<typeof parseDocument>[])
      expect([...errors, ...warnings]).toEqual([]);
    expect(read(file)).not.toMatch(/(?:KEY|PASSWORD|TOKEN|URL):[ ](?!\$|postgres:\/\/answershare:\$)/);
  }
});

test('compose runs the bot read-only in 256 MiB, with its health check and more than ten seconds to stop', () => {
  const { services } = parseDocument(read('compose.yaml')).toJS() as ComposeFile;
  expect(services.bot).toMatchObject({ read_only: true, mem_limit: '256m', stop_grace_period: '20s' });
  const [kind, program, ...words] = services.bot.healthcheck.test;
  expect([kind, program, ...words]).toEqual(['CMD', 'answershare', 'status', '--live']);
  expect(readFileSync(`${folder}../Dockerfile`, 'utf8')).toContain(
    `CMD ${JSON.stringify([program, ...words]).replaceAll(',', ', ')}`,
  );
});

test('the workloads of Kubernetes run commands of the bot with valid settings, and probe paths that exist', async () => {
  const all = ['deployment', 'cronjob'].flatMap((name) =>
    (parseAllDocuments(read(`kubernetes/${name}.yaml`)) as ReturnType<typeof parseDocument>[]).map(
      (one) => one.toJS() as Workload,
    ),
  );
  const pods = all.flatMap(({ kind, spec }) =>
    kind === 'ConfigMap' ? [] : [(spec.jobTemplate?.spec ?? spec).template.spec],
  );
  expect(pods).toHaveLength(3);
  for (const pod of pods) {
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10);
    for (const { args } of pod.containers) expect(commands).toContain(args[0]);
  }
  const health = createHealthRoutes({ status: () => null, now: () => 0 });
  for (const probe of ['livenessProbe', 'readinessProbe'] as const)
    expect((await health.request(pods[0]?.containers[0]?.[probe]?.httpGet.path ?? '/no-probe')).status).toBe(
      503,
    );
  const text = all.find(({ kind }) => kind === 'ConfigMap')?.data?.['answershare.yaml'] ?? '';
  const secrets = {
    ANSWERSHARE_API_KEY: 'rs_live_0123456789abcdef0123456789abcdef',
    SMTP_PASSWORD: 'a-password',
    ANSWERSHARE_HTTP_TOKEN: 'a-token-of-twenty-four-or-more',
  };
  expect(parseSettings('answershare.yaml', text, secrets).http).toMatchObject({ port: 4480 });
});

test('the unit starts the command of the package and does not restart for wrong settings', () => {
  const unit = read('answershare.service');
  const [, path = '', word = ''] = /^ExecStart=\/opt\/answershare\/([\w./]+) (\w+) /m.exec(unit) ?? [];
  expect(Object.keys(manifest.bin).map((name) => `node_modules/.bin/${name}`)).toContain(path);
  expect(word).toBe('start');
  expect(unit).toMatch(/^RestartPreventExitStatus=2$/m);
  const verified = spawnSync('systemd-analyze', ['verify', `${folder}answershare.service`], {
    encoding: 'utf8',
  });
  // Without systemd there is no such command. The program itself is not installed here.
  if (verified.error === undefined)
    expect(verified.stderr.split('\n').filter((line) => /answershare\.service:\d+:/.test(line))).toEqual([]);
});

test('the workflow takes its snapshot and then sends what is due', () => {
  const { jobs } = parseDocument(read('github-action.yaml')).toJS() as Workflow;
  const runs = (jobs.digest?.steps ?? []).flatMap(
    ({ run = '' }) => /^npx answershare (\w+)$/.exec(run)?.[1] ?? [],
  );
  expect(runs).toEqual(['snapshot', 'run']);
  for (const run of runs) expect(commands).toContain(run);
});

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const workflows = globSync('.github/workflows/*.yml', { cwd: repository });
const readWorkflow = (file: string): Workflow =>
  parseDocument(readFileSync(repository + file, 'utf8')).toJS() as Workflow;

test.each(workflows)(
  '%s pins each action by its commit, may only read by default, and needs no secret',
  (file) => {
    const text = readFileSync(repository + file, 'utf8');
    const { errors, warnings } = parseDocument(text);
    expect([...errors, ...warnings]).toEqual([]);
    expect(text).not.toContain('secrets.');
    const { permissions, jobs } = readWorkflow(file);
    expect(permissions).toEqual({ contents: 'read' });
    for (const { uses, run } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
      else expect(spawnSync('bash', ['-n'], { input: run ?? '', encoding: 'utf8' }).stderr).toBe('');
    }
  },
);

test('a release verifies first, publishes every package that is packed, and an image with its SBOM', () => {
  const { on, jobs } = readWorkflow('.github/workflows/release.yml');
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(Object.entries(jobs).map(([name, { needs, permissions }]) => [name, needs, permissions])).toEqual([
    ['verify', undefined, undefined],
    ['packages', 'verify', { contents: 'write', 'id-token': 'write' }],
    ['image', 'verify', { contents: 'read', packages: 'write' }],
  ]);
  const lines = (name: string): string => jobs[name]?.steps.map(({ run = '' }) => run).join('\n') ?? '';
  const [, packed = ''] =
    /const packages = \[([^\]]*)\]/.exec(readFileSync(`${repository}scripts/pack.mjs`, 'utf8')) ?? [];
  expect(lines('packages')).toContain(`for folder in ${packed.replace(/[',]/g, '')}; do`);
  expect(lines('packages')).toMatch(/npm publish "\$file" --provenance/);
  expect(lines('packages')).toMatch(/ sbom --sbom-format cyclonedx /);
  const [, dockerfile = ''] = /docker buildx build -f (\S+) .*--sbom=true --push/.exec(lines('image')) ?? [];
  expect(existsSync(repository + dockerfile)).toBe(true);
});
