import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Complaint, type ExitCode } from '../complaint.ts';
import { replaceFile } from '../private-file.ts';
import { publishedSchema } from '../settings/published.ts';
import type { Context } from './context.ts';

const settings = `# yaml-language-server: $schema=./answershare.schema.json
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

snapshots:                                # once a day; changes can only be told from these
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

const environment = `ANSWERSHARE_API_KEY=
SMTP_PASSWORD=
# DATABASE_URL=postgres://user:password@host:5432/answershare
`;

/**
 * Writes a commented settings file, the schema that editors complete it with, and a list of the variables it needs.
 * Never overwrites what a person may have written.
 */
export async function init(context: Context, file: string): Promise<0 | ExitCode> {
  const variables = join(dirname(file), '.env.example');
  const schema = join(dirname(file), 'answershare.schema.json');
  for (const path of [file, variables]) {
    if (existsSync(path))
      throw new Complaint(
        `${path} exists already and is left as it is. Remove it first, or name another file with --config.`,
        2,
      );
  }
  try {
    writeFileSync(file, settings, { flag: 'wx', mode: 0o600 });
    writeFileSync(variables, environment, { flag: 'wx', mode: 0o600 });
    replaceFile(schema, publishedSchema());
  } catch (thrown) {
    throw new Complaint(
      `${file} cannot be written: ${(thrown as Error).message}. Name another file with --config.`,
      2,
    );
  }
  context.write(
    `Wrote ${file}, ${variables} and ${schema} (for editors that complete settings). Copy ${variables} to .env, fill in .env and ${file}, then run "answershare check".`,
  );
  return 0;
}
