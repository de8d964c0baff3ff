import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseBody } from '@answershare/core';
import { readBodyText } from '@answershare/core/node';
import { z } from 'zod';
import type { mailSenderShape } from '../../settings/mail-senders.ts';
import { formatJsonSchema } from '../../settings/schema.ts';
import { type ExitCode, UsageError, UserError } from '../../system/errors.ts';
import { writePrivateFile } from '../../system/files.ts';
import type { Context } from '../io/context.ts';
import type { CommonOptions } from '../io/options.ts';

/** By sender, the lines of its block before `from`. */
const senders: Readonly<Record<keyof typeof mailSenderShape, string>> = {
  smtp: `  host: smtp.example.com
  port: 587
  secure: auto                            # auto: TLS at once on port 465, else STARTTLS where offered
  user: digest@example.com
  password: \${SMTP_PASSWORD}
`,
  ses: `  region: eu-central-1
  accessKeyId: \${AWS_ACCESS_KEY_ID}       # of a user that may call ses:SendEmail and ses:SendRawEmail
  secretAccessKey: \${AWS_SECRET_ACCESS_KEY}
`,
  postmark: `  token: \${POSTMARK_SERVER_TOKEN}
  stream: outbound                        # the message stream
`,
  resend: `  key: \${RESEND_API_KEY}                  # a key that may only send is enough
`,
};

const mailbox = `  host: 127.0.0.1                         # "npm run -s mailbox" shows each mail at http://127.0.0.1:4326
  port: 4325
`;

const formatSettings = (url: string, sender: keyof typeof senders, block: string): string =>
  `# yaml-language-server: $schema=./answershare.schema.json
# Settings of the answershare command. Check them with: answershare check
service:
  url: ${url.padEnd(35)}# the analytics service, without /api/v1
  key: \${ANSWERSHARE_API_KEY}             # never the key itself; put it into .env or the environment
  form: auto                              # auto finds out which Form the service speaks; or 1, or 2
  # timeoutSeconds: 30                    # for a service that takes longer than 12 s; at most 60
# services:                               # further teams, each with a key of its own; see docs/gateway.md
#   acme: { url: ${url}, key: \${ACME_API_KEY} }

store:
  folder: ./answershare-data              # one process at a time; set DATABASE_URL for PostgreSQL

${`${sender}:`.padEnd(42)}# ${Object.keys(senders).join(', ')}: see docs/senders.md
${block}  from: "Answershare <digest@example.com>"

snapshots:                                # once a day; changes are measured between these
  time: "05:30"
  timezone: UTC

# clients:                                # names for groups of websites
#   - name: Acme
#     websites: [acme.com, acme.de]

schedules:
  - id: weekly                            # names the schedule in the ledger; keep it
    cron: "0 9 * * 1"                     # Mondays at 09:00 in the time zone below
    timezone: Europe/Berlin
    websites: all                         # or a list of ids, domains or names
    # groupBy: client                     # a mail with a heading for each client
    recipients:
      - ann@example.com
      - to: bob@example.com
        name: Bob
        locale: de
        # client: Acme                    # only these websites; or websites: [acme.com]
    # channels:                           # also slack, teams or webhook, each by reference
    #   - slack: \${SLACK_WEBHOOK_URL}
`;

const formatEnvironment = (block: string): string =>
  `ANSWERSHARE_API_KEY=
${[...block.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => `${name}=\n`).join('')}# DATABASE_URL=postgres://user:password@host:5432/answershare
`;

interface InitOptions extends CommonOptions {
  readonly sender: string;
  /** Address of a running sandbox. */
  readonly sandbox?: string;
}

const isSender = (name: string): name is keyof typeof senders => Object.hasOwn(senders, name);

/**
 * Writes commented settings, their schema for editors, and a list of required variables. With `--sandbox`, settings
 * for a sandbox and a mailbox on this machine, and the sandbox's key in `.env`. Never overwrites settings or
 * variables.
 */
export async function initSettings(context: Context, options: InitOptions): Promise<ExitCode> {
  const { config: file, sandbox, sender } = options;
  if (!isSender(sender)) throw new UsageError(`--sender is none of ${Object.keys(senders).join(', ')}.`);
  const variables = join(dirname(file), sandbox === undefined ? '.env.example' : '.env');
  const schema = join(dirname(file), 'answershare.schema.json');
  const present = [file, variables].filter((path) => existsSync(path));
  if (present.length > 0)
    throw new UsageError(
      present
        .map(
          (path) =>
            `${path} exists already and is left as it is. Remove it first, or name a file in another folder with --config.`,
        )
        .join('\n'),
    );
  const [settings, environment] =
    sandbox === undefined
      ? [
          formatSettings('https://api.example.com', sender, senders[sender]),
          formatEnvironment(senders[sender]),
        ]
      : await prepareForSandbox(context, sandbox, dirname(file));
  try {
    writeFileSync(file, settings, { flag: 'wx', mode: 0o600 });
    writeFileSync(variables, environment, { flag: 'wx', mode: 0o600 });
    writePrivateFile(schema, formatJsonSchema());
  } catch (thrown) {
    throw new UsageError(
      `${file} cannot be written: ${(thrown as Error).message}. Name another file with --config.`,
    );
  }
  if (options.json === true) context.writeJson({ settings: file, variables, schema });
  else {
    context.report(`Wrote ${file}, ${variables} and ${schema} (for editors that complete settings).`);
    if (sandbox === undefined) context.report(`Copy ${variables} to .env, then fill in .env and ${file}.`);
  }
  context.next(sandbox === undefined ? 'check' : 'snapshot', options);
  return 0;
}

/** The contents of the settings file and of `.env`. Throws if no sandbox answers at the address. */
async function prepareForSandbox(
  context: Context,
  address: string,
  folder: string,
): Promise<readonly [string, string]> {
  const url = URL.parse(address);
  if (url === null || !/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\/?$/.test(address))
    throw new UsageError(
      '--sandbox is not the address of a sandbox on this machine; write it as http://127.0.0.1:4300.',
    );
  const { origin, port } = url;
  const keys = await fetchKeys(`${origin}/keys.json`, context.ended);
  if (keys === null)
    throw new UserError(
      `No sandbox answers at ${origin}, and nothing was written. Start it in another shell with "npm run -s sandbox -- --form 2 --port ${port || '80'}", then run this command again.`,
    );
  context.hide(keys.live);
  const own = context.variables(folder).values.ANSWERSHARE_API_KEY;
  if (own !== undefined && own !== keys.live)
    context.notice('The variable ANSWERSHARE_API_KEY of this shell wins over .env. Unset it.');
  return [formatSettings(origin, 'smtp', mailbox), `ANSWERSHARE_API_KEY=${keys.live}\n`];
}

const keysSchema = z.object({ live: z.string().regex(/^rs_live_\w+$/) });

/** The keys of the sandbox by label; null if no sandbox answers. */
async function fetchKeys(url: string, ended: AbortSignal): Promise<z.output<typeof keysSchema> | null> {
  try {
    const signal = AbortSignal.any([ended, AbortSignal.timeout(5_000)]);
    const response = await fetch(url, { redirect: 'error', signal });
    const parsed = parseBody((await readBodyText(response)).text);
    return keysSchema.safeParse(parsed.ok ? parsed.body : null).data ?? null;
  } catch (thrown) {
    if (ended.aborted) throw new UserError('Stopped before the sandbox answered. Nothing was written.');
    if (!(thrown instanceof Error)) throw thrown;
    return null;
  }
}
