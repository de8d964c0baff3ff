// The entry point of every `npm run` command: brings the pinned Node and pnpm, installs, builds, then runs the command.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { foreground, quiet, step } from './step.mjs';
import { environmentWith, pins, root, toolchainFolder } from './toolchain.mjs';

const commands = {
  demo: {
    setUp: ['install', 'build'],
    script: 'apps/playground/src/demo.ts',
    options: { once: { type: 'boolean' }, json: { type: 'boolean' }, out: { type: 'string' } },
  },
  test: { setUp: ['install'], script: 'scripts/verify.mjs' },
  build: { setUp: ['install', 'build'] },
  lint: { setUp: ['install'], tool: ['biome', 'check', '.'] },
  typecheck: { setUp: ['install'], tool: ['turbo', 'run', 'typecheck'] },
  answershare: { setUp: [], script: answershare(), where: process.env.INIT_CWD },
  soak: { setUp: ['install', 'build'], script: 'scripts/soak.mjs' },
  bench: { setUp: ['install', 'build'], script: 'packages/bench/src/main.ts' },
  sandbox: { setUp: [], script: 'packages/sandbox/src/main.ts' },
  example: { setUp: [], script: 'examples/run.ts' },
  'addon:build': { setUp: ['install'], script: 'apps/sheets-addon/build.ts' },
  ...Object.fromEntries(['login', 'check', 'push', 'deploy'].map((word) => [`addon:${word}`, publish(word)])),
};

function publish(word) {
  return { setUp: ['install'], script: 'apps/sheets-addon/publish.ts', given: [word] };
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
  try {
    parseArgs({ args, options: command.options });
  } catch (error) {
    const known = Object.keys(command.options).map((option) => `--${option}`);
    process.stderr.write(
      `${error.message}\nOptions of ${name}: ${known.join(', ')}. Nothing was installed.\n`,
    );
    process.exit(2);
  }
}

const fetched = 'Check that the npm registry can be reached, then run the same command again.';
const folder = existsSync(join(root, '.toolchain', 'path.json'))
  ? await toolchainFolder()
  : await step(`Fetching Node ${pins.node} and pnpm ${pins.pnpm}`, fetched, toolchainFolder);
const env = environmentWith(folder);

if (command.setUp.includes('install')) {
  await step('Installing packages', fetched, () => quiet('pnpm', ['install', '--frozen-lockfile'], env));
}
if (command.setUp.includes('build')) {
  await step('Building', 'Read the message above; `npm test` tells more.', () =>
    quiet('pnpm', ['exec', 'turbo', 'run', 'build'], env),
  );
}
if (command.setUp.length === 0 && !existsSync(join(root, 'node_modules'))) {
  process.stderr.write(
    'The packages are not installed yet. Run `npm run demo -- --once` or `npm test` once.\n',
  );
  process.exit(1);
}
if (command.tool) process.exitCode = await foreground('pnpm', ['exec', ...command.tool, ...args], env);
if (command.script) {
  const line = [join(root, command.script), ...(command.given ?? []), ...args];
  process.exitCode = await foreground('node', line, env, command.where ?? root);
}
