import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { type RunningSandbox, startSandbox } from './index.ts';
import { mergeQuirkSources, type QuirkChoices } from './quirks/parse-quirks.ts';
import type { Form } from './quirks/quirk.ts';
import type { SandboxOptions } from './settings.ts';
import { isLoopback } from './webhooks/transport.ts';

export const USAGE =
  'Usage: node packages/sandbox/src/main.ts --form 1|2 [--port N] [--host HOST] [--seed N] [--now ISO] [--admin-token T] [--quirks FILE.json] [--quirk NAME=VALUE]... [--allow-remote-webhooks] [--json]';

/** Parses the command line. Throws a RangeError that lists all problems. */
function parseArguments(argv: string[]): { options: SandboxOptions; json: boolean } {
  const { values } = parseArgs({
    args: argv,
    options: {
      form: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      seed: { type: 'string' },
      now: { type: 'string' },
      'admin-token': { type: 'string' },
      'allow-remote-webhooks': { type: 'boolean', default: false },
      quirks: { type: 'string' },
      quirk: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
    },
  });
  const problems: string[] = [];
  const read = <T>(take: () => T): T | undefined => {
    try {
      return take();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const options = {
    form: read(() => parseForm(values.form)) ?? (1 as const),
    allowRemoteWebhooks: values['allow-remote-webhooks'],
    port: read(() => parseWholeNumber('--port', values.port)),
    host: values.host,
    seed: read(() => parseWholeNumber('--seed', values.seed)),
    now: values.now,
    adminToken: values['admin-token'],
    quirks: read(() => parseQuirkOptions(values.quirks, values.quirk)),
  };
  if (problems.length > 0) throw new RangeError(problems.join('\n'));
  return { json: values.json, options };
}

function parseForm(text: string | undefined): Form {
  if (text === '1' || text === '2') return text === '1' ? 1 : 2;
  throw new RangeError('Say which form to serve: --form 1 or --form 2.');
}

function parseWholeNumber(name: string, text: string | undefined): number | undefined {
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

/** Runs the sandbox until SIGINT or SIGTERM and returns the exit code. */
export async function runSandbox(argv: string[]): Promise<number> {
  if (argv.some((argument) => argument === '--help' || argument === '-h')) {
    console.log(USAGE);
    return 0;
  }
  let sandbox: RunningSandbox;
  let json: boolean;
  let host: string;
  try {
    const read = parseArguments(argv);
    json = read.json;
    host = read.options.host ?? '127.0.0.1';
    sandbox = await startSandbox(read.options);
  } catch (error) {
    return reportStartError(error);
  }
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  console.log(json ? formatJson(sandbox) : formatDetails(sandbox));
  if (host !== 'localhost' && !isLoopback(host))
    console.error(
      `Warning: with --host ${host} other machines can reach this sandbox, its page and its keys. Leave --host out for 127.0.0.1.`,
    );
  flushCompileCache();
  await stopped;
  await sandbox.close();
  return 0;
}

/** Prints the error. Returns 2 for a bad command line and 1 for a system error. */
function reportStartError(error: unknown): number {
  if (!(error instanceof Error)) throw error;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (error instanceof RangeError || code?.startsWith('ERR_PARSE_ARGS')) {
    console.error(`${error.message}\n${USAGE}`);
    return 2;
  }
  if (code === 'EADDRINUSE') {
    console.error(`Port ${port} is in use: stop the program that has it, or choose another with --port.`);
    return 1;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    console.error(
      `The --host is no address of this machine (${error.message}): leave it out for 127.0.0.1, or name one that it has.`,
    );
    return 2;
  }
  console.error(`The sandbox could not start: ${error.message}`);
  return 1;
}
