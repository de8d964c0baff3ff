import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { type RunningSandbox, startSandbox } from './index.ts';
import { mergeQuirkSources, type QuirkChoices } from './quirks/parse-quirks.ts';
import type { Form } from './quirks/quirk.ts';
import { CommandError, createEndSignal, register } from './running-sandboxes.ts';
import { collectProblem, type SandboxOptions } from './settings.ts';
import { isLoopback } from './webhooks/transport.ts';

/** The options of the command line as text. */
export interface ServeOptions {
  readonly form?: string;
  readonly port?: string;
  readonly host?: string;
  readonly seed?: string;
  readonly now?: string;
  readonly adminToken?: string;
  readonly allowRemoteWebhooks?: true;
  readonly quirks?: string;
  readonly quirk?: readonly string[];
  readonly json?: true;
}

/** Throws a RangeError that lists all problems. */
function toSandboxOptions(given: ServeOptions): SandboxOptions {
  const problems: string[] = [];
  const read = <T>(take: () => T): T | undefined => collectProblem(problems, take);
  const options = {
    form: read(() => parseForm(given.form)) ?? (1 as const),
    allowRemoteWebhooks: given.allowRemoteWebhooks ?? false,
    port: read(() => parseWholeNumber('--port', given.port)),
    host: given.host,
    seed: read(() => parseWholeNumber('--seed', given.seed)),
    now: given.now,
    adminToken: given.adminToken ?? (process.env.SANDBOX_ADMIN_TOKEN || undefined),
    quirks: read(() => parseQuirkOptions(given.quirks, given.quirk ?? [])),
  };
  if (problems.length > 0) throw new RangeError(problems.join('\n'));
  return options;
}

function parseForm(text: string | undefined): Form {
  if (text === '1' || text === '2') return text === '1' ? 1 : 2;
  throw new RangeError('Say which form to serve: --form 1 or --form 2.');
}

/** Throws a RangeError. */
export function parseWholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new RangeError(`${name} is "${text}": write a whole number.`);
  return Number(text);
}

function parseQuirkOptions(file: string | undefined, options: readonly string[]): QuirkChoices {
  return mergeQuirkSources({
    file: file === undefined ? null : { name: file, text: readText(file) },
    environment: process.env.SANDBOX_QUIRKS,
    options,
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new RangeError(`The file ${file} of --quirks cannot be read: name a JSON file.`);
  }
}

function formatDetails(sandbox: RunningSandbox): string {
  const width = Math.max(...Object.keys(sandbox.keys).map((label) => label.length));
  return [
    `Sandbox of the analytics service, Form ${sandbox.form}`,
    '',
    `  Base URL     ${sandbox.baseUrl}`,
    `  Page         ${sandbox.baseUrl}/`,
    `  Admin token  ${sandbox.adminToken}`,
    '',
    'Websites',
    ...sandbox.websites.map(({ id, name, domain }) => `  ${id}  ${domain}  ${name}`),
    '',
    'Keys',
    ...Object.entries(sandbox.keys).map(([label, key]) => `  ${label.padEnd(width)}  ${key}`),
    '',
    `Ready after ${readyAfterMs()} ms. Stop with Ctrl+C.`,
  ].join('\n');
}

function formatJson({ form, baseUrl, adminToken, websites, keys }: RunningSandbox): string {
  const pageUrl = `${baseUrl}/`;
  return JSON.stringify({ form, baseUrl, pageUrl, adminToken, websites, keys, readyAfterMs: readyAfterMs() });
}

function readyAfterMs(): number {
  return Math.round(process.uptime() * 1000);
}

/** Runs the sandbox until the end signal. Throws CommandError if it cannot start. */
export async function serve(given: ServeOptions): Promise<void> {
  const ended = createEndSignal();
  let sandbox: RunningSandbox;
  try {
    sandbox = await startSandbox(toSandboxOptions(given));
  } catch (error) {
    throw toStartError(error);
  }
  const { host = '127.0.0.1' } = given;
  const unregister = registerOrWarn(sandbox);
  console.log(given.json ? formatJson(sandbox) : formatDetails(sandbox));
  if (host !== 'localhost' && !isLoopback(host))
    console.error(
      `Warning: with --host ${host} other machines can reach this sandbox, its page and its keys. Leave --host out for 127.0.0.1.`,
    );
  flushCompileCache();
  if (!ended.aborted) await once(ended, 'abort');
  unregister();
  await sandbox.close();
}

function registerOrWarn(sandbox: RunningSandbox): () => void {
  try {
    return register(sandbox);
  } catch (error) {
    console.error(
      `Warning: "webhooks listen" and "webhooks trigger" cannot find this sandbox (${(error as Error).message}). Give them --port and SANDBOX_ADMIN_TOKEN.`,
    );
    return () => {};
  }
}

function toStartError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (error instanceof RangeError) return new CommandError(2, error.message);
  if (code === 'EADDRINUSE')
    return new CommandError(
      1,
      `Port ${port} is in use: stop the program that has it, or choose another with --port.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CommandError(
      2,
      `The --host is no address of this machine (${error.message}): leave it out for 127.0.0.1, or name one that it has.`,
    );
  return new CommandError(1, `The sandbox could not start: ${error.message}`);
}
