import { parseArgs } from 'node:util';
import { type ServedInbox, serveInbox } from './inbox/inbox.ts';
import type { InboxMessage } from './inbox/mailbox.ts';

const USAGE = `Usage: npm run -s mailbox [-- --smtp-port N] [--port N] [--json]
Receives mail on 127.0.0.1 without TLS or login, delivers nothing, and shows each mail on a page.

  --smtp-port N  port for mail; default 4325, the port that "answershare init --sandbox" writes
  --port N       port of the page; default 4326
  --json         one JSON line with the addresses, then one for each mail

Exit codes: 0 after Ctrl-C; 1 a port is in use; 2 the command line is invalid.`;

interface MailboxOptions {
  readonly smtpPort: number;
  readonly httpPort: number;
  readonly json: boolean;
}

/** Throws a RangeError or parseArgs' TypeError. */
function parseOptions(args: string[]): MailboxOptions | null {
  const { values } = parseArgs({
    args,
    options: {
      'smtp-port': { type: 'string', default: '4325' },
      port: { type: 'string', default: '4326' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  for (const name of ['smtp-port', 'port'] as const)
    if (!/^\d{1,5}$/.test(values[name]) || Number(values[name]) > 65535)
      throw new RangeError(
        `--${name} is "${values[name]}": write a number from 0 to 65535; 0 takes a free port.`,
      );
  return { smtpPort: Number(values['smtp-port']), httpPort: Number(values.port), json: values.json };
}

function toJsonLine({ number, recipients, subject }: InboxMessage): string {
  return JSON.stringify({ number, recipients, subject });
}

/** One line; a subject cannot move the terminal's cursor. */
function formatMail({ number, recipients, subject }: InboxMessage): string {
  return `${number}  ${recipients.join(', ')}  ${subject}`.replace(/\p{Cc}/gu, ' ');
}

/** Receives mail until a signal. Returns the exit code. */
async function main(args: string[]): Promise<number> {
  let options: MailboxOptions | null;
  try {
    options = parseOptions(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    return 2;
  }
  if (options === null) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
  const { smtpPort: port, httpPort, json } = options;
  const onMessage = (message: InboxMessage) =>
    process.stdout.write(`${json ? toJsonLine(message) : formatMail(message)}\n`);
  let inbox: ServedInbox;
  try {
    inbox = await serveInbox({ port, onMessage }, httpPort);
  } catch (error) {
    const { code, port: used } = error as NodeJS.ErrnoException & { port?: number };
    if (code !== 'EADDRINUSE') throw error;
    const option = used === port ? '--smtp-port' : '--port';
    process.stderr.write(
      `Port ${used} is in use: stop the program that has it, or choose another with ${option}.\n`,
    );
    return 1;
  }
  const { url, smtpPort } = inbox;
  process.stdout.write(
    json
      ? `${JSON.stringify({ smtpPort, url })}\n`
      : `Mail to 127.0.0.1:${smtpPort} (no TLS, no login) is shown at ${url}\nNothing is delivered. Stop with Ctrl-C.\n`,
  );
  await stopped;
  await inbox.close();
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
