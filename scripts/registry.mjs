// Names what keeps packages from being fetched: npm's cache, the proxy, or the registry.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { quiet } from './processes.mjs';

/** npm and pnpm wait minutes for a registry that does not answer. After so long without output it is asked. */
const patience = Number(process.env.ANSWERSHARE_FETCH_PATIENCE_MS ?? 8_000);
const probeTimeout = 8_000;

async function readSettings(env) {
  const settings = JSON.parse(await quiet('npm', ['config', 'list', '--json'], env));
  const proxy = settings['https-proxy'] ?? settings.proxy ?? env.HTTPS_PROXY ?? env.https_proxy ?? null;
  return { cache: settings.cache, registry: settings.registry, proxy };
}

function findCacheFault(folder) {
  const file = join(folder, '_cacache', 'tmp', `write-test-${process.pid}`);
  try {
    mkdirSync(join(folder, '_cacache', 'tmp'), { recursive: true });
    writeFileSync(file, '');
    rmSync(file);
    return null;
  } catch ({ code }) {
    return `npm's cache ${folder} cannot be written (${code}). Make that folder writable, or name another one: npm_config_cache=FOLDER.`;
  }
}

/** Host and port only: the address of a proxy or registry may hold a password. */
const hostOf = (address) => {
  try {
    const { host } = new URL(address);
    return host;
  } catch {
    return 'with an address that cannot be read';
  }
};

function findConnectFault(address) {
  return new Promise((resolve) => {
    let url;
    try {
      url = new URL(address);
    } catch {
      return resolve('its address cannot be read');
    }
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port });
    const end = (fault) => {
      socket.destroy();
      resolve(fault);
    };
    socket.setTimeout(probeTimeout, () => end('no answer'));
    socket.on('connect', () => end(null));
    socket.on('error', ({ code }) => end(code));
  });
}

/** Asks the registry for one version, as npm would. A code of npm or the system, or null. */
async function findRegistryFault(env) {
  const options = ['--fetch-retries=0', `--fetch-timeout=${probeTimeout}`, '--prefer-online', '--json'];
  try {
    await quiet('npm', ['view', 'pnpm', 'version', ...options], env, (child) => {
      const timer = setTimeout(() => child.abort(new Error('no answer')), 1.5 * probeTimeout);
      return () => clearTimeout(timer);
    });
    return null;
  } catch ({ output, message }) {
    return /"code": *"([A-Z_0-9]+)"/.exec(output ?? '')?.[1] ?? message;
  }
}

/** One sentence that names the obstacle and the next step; null if packages can be fetched. */
export async function findFetchObstacle(env) {
  const { cache, registry, proxy } = await readSettings(env);
  const cacheFault = findCacheFault(cache);
  if (cacheFault !== null) return cacheFault;
  const fault = await findRegistryFault(env);
  if (fault === null) return null;
  const proxyFault = proxy === null ? null : await findConnectFault(proxy);
  if (proxyFault !== null)
    return `The proxy ${hostOf(proxy)} does not answer (${proxyFault}). Correct https-proxy in npm's settings or the environment variable HTTPS_PROXY.`;
  return `The npm registry ${hostOf(registry)} cannot be reached (${fault}). Check the network, the proxy, and npm's settings: npm config get registry.`;
}

/** Ends a child that prints nothing while packages cannot be fetched; `quiet` takes it as `watch`. */
export const watchFetch = (env) => (child) => {
  let length = child.length();
  let isAsking = false;
  const ask = async () => {
    isAsking = true;
    const obstacle = await findFetchObstacle(env);
    isAsking = false;
    if (obstacle !== null && child.length() === length)
      child.abort(Object.assign(new Error(obstacle), { advice: obstacle }));
  };
  const timer = setInterval(() => {
    if (child.length() === length && !isAsking) ask().catch(child.abort);
    length = child.length();
  }, patience);
  return () => clearInterval(timer);
};
