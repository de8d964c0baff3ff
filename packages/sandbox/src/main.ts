import { parseArgs } from 'node:util';
import { type RunningSandbox, type SandboxOptions, startSandbox } from './index.ts';

const USAGE =
  'Usage: node packages/sandbox/src/main.ts --form 1|2 [--port N] [--host HOST] [--seed N] [--now ISO] [--admin-token T] [--allow-remote-webhooks] [--json]';

/** The command line as options. Throws an Error with one sentence. */
function fromArguments(argv: string[]): { options: SandboxOptions; json: boolean } {
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
      json: { type: 'boolean', default: false },
    },
  });
  if (values.form !== '1' && values.form !== '2')
    throw new RangeError('Say which form to serve: --form 1 or --form 2.');
  return {
    json: values.json,
    options: {
      form: values.form === '1' ? 1 : 2,
      allowRemoteWebhooks: values['allow-remote-webhooks'],
      ...(values.port === undefined ? {} : { port: whole('--port', values.port) }),
      ...(values.host === undefined ? {} : { host: values.host }),
      ...(values.seed === undefined ? {} : { seed: whole('--seed', values.seed) }),
      ...(values.now === undefined ? {} : { now: values.now }),
      ...(values['admin-token'] === undefined ? {} : { adminToken: values['admin-token'] }),
    },
  };
}

function whole(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new RangeError(`${name} is "${text}": write a whole number.`);
  return Number(text);
}

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
    'Stop with Ctrl+C.',
  ].join('\n');
}

function asJson({ form, baseUrl, adminToken, websites, keys }: RunningSandbox): string {
  return JSON.stringify({ form, baseUrl, pageUrl: `${baseUrl}/`, adminToken, websites, keys });
}

async function main(argv: string[]): Promise<number> {
  let sandbox: RunningSandbox;
  let json: boolean;
  try {
    const read = fromArguments(argv);
    json = read.json;
    sandbox = await startSandbox(read.options);
  } catch (error) {
    return explained(error);
  }
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  console.log(json ? asJson(sandbox) : described(sandbox));
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
  console.error(`The sandbox could not start: ${error.message}`);
  return 1;
}

process.exitCode = await main(process.argv.slice(2));
