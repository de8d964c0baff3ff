import { flushCompileCache } from 'node:module';
import { fromArguments, USAGE } from './command-line.ts';
import { type RunningSandbox, startSandbox } from './index.ts';
import { isLoopback } from './webhooks/target.ts';

function described(sandbox: RunningSandbox): string {
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

function asJson({ form, baseUrl, adminToken, websites, keys }: RunningSandbox): string {
  const pageUrl = `${baseUrl}/`;
  return JSON.stringify({ form, baseUrl, pageUrl, adminToken, websites, keys, readyAfterMs: readyAfterMs() });
}

/** Whole milliseconds from the start of the process. */
function readyAfterMs(): number {
  return Math.round(process.uptime() * 1000);
}

/** The command: serves until SIGINT or SIGTERM and gives the exit code. */
export async function run(argv: string[]): Promise<number> {
  if (argv.some((word) => word === '--help' || word === '-h')) {
    console.log(USAGE);
    return 0;
  }
  let sandbox: RunningSandbox;
  let json: boolean;
  let host: string;
  try {
    const read = fromArguments(argv);
    json = read.json;
    host = read.options.host ?? '127.0.0.1';
    sandbox = await startSandbox(read.options);
  } catch (error) {
    return explained(error);
  }
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  console.log(json ? asJson(sandbox) : described(sandbox));
  if (host !== 'localhost' && !isLoopback(host))
    console.error(
      `Warning: with --host ${host} other machines can reach this sandbox, its page and its keys. Leave --host out for 127.0.0.1.`,
    );
  flushCompileCache();
  await stopped;
  await sandbox.close();
  return 0;
}

/** Says what was wrong; 2 for the command line, 1 for the machine. */
function explained(error: unknown): number {
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
