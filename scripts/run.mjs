// The entry point of every `npm run` command: brings the pinned Node and pnpm, installs, builds, then runs the command.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { foreground, quiet, shown } from './processes.mjs';
import { findFetchObstacle, watchFetch } from './registry.mjs';
import { root } from './root.mjs';
import { step } from './step.mjs';
import { environmentWith, pins, toolchainFolder } from './toolchain.mjs';

const flag = { type: 'boolean' };
const text = { type: 'string' };

/** The packages with long runs. */
function listSoaks() {
  const folders = ['.', 'packages', 'apps'].map((folder) => join(root, folder));
  return folders.flatMap((folder) =>
    readdirSync(folder).filter((name) => existsSync(join(folder, name, 'soak'))),
  );
}

/** The bot and exactly the dependencies of pnpm-lock.yaml, into a folder. No script of a dependency runs. */
const deployBot = [
  ...['pnpm', '--filter=@answershare/report-bot', 'deploy', '--prod', '--ignore-scripts'],
  '--config.inject-workspace-packages=true',
];

/** A command without `options` leaves its arguments to its script, which needs no set-up, or to its tool. */
const commands = {
  demo: {
    setUp: ['install', 'build'],
    script: 'apps/playground/src/demo.ts',
    options: { once: flag, json: flag, out: text },
    about: {
      '--once': 'end when every step is done, instead of serving the page until Ctrl-C',
      '--json': 'one JSON object on standard output when every step is done',
      '--out': 'the folder for the mails; default demo-output',
    },
  },
  test: {
    setUp: ['install'],
    script: 'scripts/verify.mjs',
    options: { changed: flag },
    about: { '--changed': 'only the tests that import a file which differs from the branch main' },
  },
  build: { setUp: ['install', 'build'], options: {} },
  pack: { setUp: ['install'], script: 'scripts/pack.mjs', options: {} },
  'bot:deploy': { setUp: ['install', 'build'], tool: deployBot },
  version: { setUp: ['install'], tool: ['changeset', 'version'] },
  lint: { setUp: ['install'], tool: ['biome', 'check', '.'] },
  typecheck: { setUp: ['install'], tool: ['turbo', 'run', 'typecheck'] },
  answershare: { setUp: [], script: answershare(), where: process.env.INIT_CWD },
  soak: { setUp: ['install', 'build'], script: 'scripts/soak.mjs', options: {}, words: listSoaks },
  bench: {
    setUp: ['install', 'build'],
    script: 'packages/bench/src/main.ts',
    options: { json: flag, only: text, write: flag },
    about: {
      '--json': 'print JSON',
      '--only': 'ids of benches, such as B1,B4',
      '--write': 'write the results into README.md and results.json of packages/bench',
    },
  },
  sandbox: { setUp: [], script: 'packages/sandbox/src/main.ts' },
  mailbox: { setUp: [], script: 'apps/playground/src/serve-inbox.ts' },
  example: { setUp: [], script: 'examples/run.ts' },
  ...Object.fromEntries(['build', 'check', 'push'].map((word) => [`addon:${word}`, publish(word)])),
  'addon:init': publish(
    'init',
    { 'script-id': text, address: text },
    { '--script-id': "the script's id or address", '--address': 'the address of the service' },
  ),
  'addon:login': publish(
    'login',
    { 'no-localhost': flag, creds: text },
    {
      '--no-localhost':
        'no browser on this machine: open the printed address elsewhere, paste the last one here',
      '--creds': 'the JSON file of an OAuth client of your own, of type Desktop app',
    },
  ),
  'addon:deploy': { ...publish('deploy'), options: undefined },
};

function publish(word, options = {}, about = {}) {
  return { setUp: ['install'], script: 'apps/sheets-addon/publish.ts', given: [word], options, about };
}

/** The bundle, which starts faster, where it was built. */
function answershare() {
  const bundle = 'apps/report-bot/dist/answershare.mjs';
  return existsSync(join(root, bundle)) ? bundle : 'apps/report-bot/src/main.ts';
}

const [name, ...args] = process.argv.slice(2);
const command = commands[name];
if (!command || (command.script && !existsSync(join(root, command.script)))) {
  process.stderr.write(`There is no command "${name}". Use ${Object.keys(commands).join(', ')}.\n`);
  process.exit(2);
}

// The command refuses them too; here they are refused before minutes of set-up.
if (command.options) {
  const { options } = command;
  const words = command.words?.() ?? [];
  const known = [...Object.keys(options).map((option) => `--${option}`), ...words];
  if (args.includes('--help') || args.includes('-h')) {
    const lines = known.map((one) => `  ${one.padEnd(12)} ${command.about?.[one] ?? ''}`.trimEnd());
    const usage = `Usage: npm run ${name}${known.length > 0 ? ` -- [arguments]` : ''}`;
    process.stdout.write([usage, ...lines, ''].join('\n'));
    process.exit(0);
  }
  try {
    const { positionals } = parseArgs({ args, options, allowPositionals: words.length > 0 });
    const unknown = positionals.filter((word) => !words.includes(word));
    if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}.`);
  } catch (error) {
    const choices =
      known.length > 0 ? `Arguments of ${name}: ${known.join(', ')}` : `${name} takes no arguments`;
    process.stderr.write(`${error.message}\n${choices}. Nothing was installed.\n`);
    process.exit(2);
  }
}

async function adviseFetch() {
  return (await findFetchObstacle(process.env)) ?? 'Run the same command again.';
}

const watch = watchFetch(process.env);
const folder = existsSync(join(root, '.toolchain', 'path.json'))
  ? await toolchainFolder()
  : await step(`Fetching Node ${pins.node} and pnpm ${pins.pnpm}`, adviseFetch, () => toolchainFolder(watch));
const env = environmentWith(folder);

// Commands without a set-up of their own start at once, except the first time.
const setUp =
  command.setUp.length > 0 || existsSync(join(root, 'node_modules')) ? command.setUp : ['install', 'build'];
if (setUp.includes('install')) {
  await step('Installing packages', adviseFetch, () =>
    quiet('pnpm', ['install', '--frozen-lockfile', '--reporter=append-only'], env, watch),
  );
}
if (setUp.includes('build')) {
  await step(
    'Building',
    () => 'Read the message above; `npm test` tells more.',
    () => quiet('pnpm', ['exec', 'turbo', 'run', 'build'], env),
  );
}
if (command.tool) process.exitCode = await shown('pnpm', ['exec', ...command.tool, ...args], env);
if (command.script) {
  const line = [join(root, command.script), ...(command.given ?? []), ...args];
  process.exitCode = await foreground('node', line, env, command.where ?? root);
}
