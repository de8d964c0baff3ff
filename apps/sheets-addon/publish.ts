import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAddon, pushedFolder, root } from './build/build-addon.ts';
import { type BuildSettings, formatBuildReport, readOwnBuildSettings } from './build/build-settings.ts';
import { initProject } from './build/init-project.ts';
import { listObstacles, type PublishCommand } from './build/preconditions.ts';

const commands: readonly PublishCommand[] = ['build', 'check', 'push', 'deploy'];
const [name = '', ...rest] = process.argv.slice(2);
const command = commands.find((one) => one === name);

const clasp = join(root, 'node_modules/.bin/clasp');

function quietly(...args: string[]): string {
  return spawnSync(clasp, args, { cwd: root, encoding: 'utf8' }).stdout;
}

/** Prints clasp's output. */
function run(...args: string[]): boolean {
  return spawnSync(clasp, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

function loggedIn(): boolean {
  const answer: { loggedIn?: unknown } = JSON.parse(quietly('show-authorized-user', '--json') || '{}');
  return answer.loggedIn === true;
}

/** The files that a push would send, without an account or a network. */
function pushedFiles(): readonly string[] {
  const file = existsSync(join(root, '.clasp.json')) ? '.clasp.json' : '.clasp.json.example';
  const answer: { filesToPush?: string[] } = JSON.parse(
    quietly('--project', file, 'show-file-status', '--json') || '{}',
  );
  return answer.filesToPush ?? [];
}

/** The fields of `appsscript.json` that decide what the script may do (Google: manifest structure). */
interface Manifest {
  readonly oauthScopes: readonly string[];
  readonly urlFetchWhitelist?: readonly string[];
}

function publish(wanted: PublishCommand, { url, withSchedule }: BuildSettings): boolean {
  const manifest: Manifest = JSON.parse(readFileSync(join(pushedFolder, 'appsscript.json'), 'utf8'));
  const address =
    url === '' ? 'no service address; the script property ANSWERSHARE_SERVICE_URL names it' : url;
  console.log(`Built for ${address}, ${withSchedule ? 'with' : 'without'} a schedule.`);
  console.log(`Files:     ${pushedFiles().toSorted().join(', ')}`);
  console.log(`Scopes:    ${manifest.oauthScopes.map((scope) => scope.replace(/^.*\//, '')).join(', ')}`);
  console.log(
    `May fetch: ${manifest.urlFetchWhitelist?.join(', ') ?? 'any address, because no https address is built in'}`,
  );
  if (wanted === 'check') return true;
  if (!run('push', '--force')) return false;
  if (wanted === 'push') return true;
  if (!run('create-version', rest.join(' ') || `Answershare for ${url}`)) return false;
  console.log(
    'Put the number of this version into Google Cloud console > Google Workspace Marketplace SDK > App configuration > Editor add-on, then save. docs/INSTALL.md goes on from there.',
  );
  return true;
}

/** clasp's login. It runs in another folder, so a relative path is of the folder where npm was called. */
function login(): boolean {
  const options = { 'no-localhost': { type: 'boolean' }, creds: { type: 'string' } } as const;
  const { values } = parseArgs({ args: rest, options });
  const creds = values.creds === undefined ? [] : [resolve(process.env.INIT_CWD ?? '.', values.creds)];
  const [path] = creds;
  if (path !== undefined && !existsSync(path)) {
    console.error(
      `There is no file ${path}: create an OAuth client of type Desktop app and download its JSON.`,
    );
    return false;
  }
  const own = creds.flatMap((one) => ['--creds', one]);
  return run('login', ...(values['no-localhost'] === true ? ['--no-localhost'] : []), ...own);
}

async function init(): Promise<boolean> {
  try {
    await initProject(root, rest, process.stdin.isTTY === true);
    console.log(`Wrote .clasp.json and service.json. Next: npm run addon:login, then npm run addon:push.`);
    return true;
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm run addon:init -- --script-id ID --address https://…`);
    return false;
  }
}

if (name === 'login' || name === 'init') {
  process.exitCode = (await (name === 'login' ? login() : init())) ? 0 : 1;
} else if (command === undefined) {
  console.error(`There is no command "${name}". Use init, login, build, check, push or deploy.`);
  process.exitCode = 2;
} else {
  const order = await readOwnBuildSettings();
  const path = join(root, '.clasp.json');
  const project = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const found = listObstacles({ command, project, loggedIn: loggedIn(), serviceUrl: order.url });
  for (const complaint of found) console.error(complaint);
  if (found.length > 0) process.exitCode = 1;
  else {
    await buildAddon(pushedFolder, order);
    if (command === 'build') for (const line of formatBuildReport(order)) console.log(line);
    else if (!publish(command, order)) process.exitCode = 1;
  }
}
