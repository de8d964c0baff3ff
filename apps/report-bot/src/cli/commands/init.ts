import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatJsonSchema } from '../../settings/schema.ts';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import { writePrivateFile } from '../../system/files.ts';
import type { Context } from '../io/context.ts';
import type { CommonOptions } from '../io/options.ts';

const settingsTemplate = `# yaml-language-server: $schema=./answershare.schema.json
# Settings of the answershare command. Check them with: answershare check
service:
  url: https://api.example.com            # the analytics service, without /api/v1
  key: \${ANSWERSHARE_API_KEY}             # never the key itself; put it into .env or the environment
  form: auto                              # auto finds out which Form the service speaks; or 1, or 2

store:
  folder: ./answershare-data              # one process at a time; set DATABASE_URL for PostgreSQL

smtp:
  host: smtp.example.com
  port: 587
  secure: auto                            # auto: TLS at once on port 465, else STARTTLS where offered
  user: digest@example.com
  password: \${SMTP_PASSWORD}
  from: "Answershare <digest@example.com>"

snapshots:                                # once a day; changes are measured between these
  time: "05:30"
  timezone: UTC

schedules:
  - id: weekly                            # names the schedule in the ledger; keep it
    cron: "0 9 * * 1"                     # Mondays at 09:00 in the time zone below
    timezone: Europe/Berlin
    websites: all                         # or a list of ids, domains or names
    recipients:
      - ann@example.com
      - to: bob@example.com
        name: Bob
        locale: de
`;

const environmentTemplate = `ANSWERSHARE_API_KEY=
SMTP_PASSWORD=
# DATABASE_URL=postgres://user:password@host:5432/answershare
`;

/**
 * Writes commented settings, their schema for editors, and a list of required variables. Never overwrites settings
 * or variables.
 */
export async function initSettings(context: Context, { config: file }: CommonOptions): Promise<ExitCode> {
  const variables = join(dirname(file), '.env.example');
  const schema = join(dirname(file), 'answershare.schema.json');
  for (const path of [file, variables]) {
    if (existsSync(path))
      throw new UsageError(
        `${path} exists already and is left as it is. Remove it first, or name another file with --config.`,
      );
  }
  try {
    writeFileSync(file, settingsTemplate, { flag: 'wx', mode: 0o600 });
    writeFileSync(variables, environmentTemplate, { flag: 'wx', mode: 0o600 });
    writePrivateFile(schema, formatJsonSchema());
  } catch (thrown) {
    throw new UsageError(
      `${file} cannot be written: ${(thrown as Error).message}. Name another file with --config.`,
    );
  }
  context.write(
    `Wrote ${file}, ${variables} and ${schema} (for editors that complete settings). Copy ${variables} to .env, fill in .env and ${file}, then run "answershare check".`,
  );
  return 0;
}
