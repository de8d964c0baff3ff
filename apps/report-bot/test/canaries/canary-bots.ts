import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openStore } from '../../src/store/store.ts';
import { command } from '../support/bot.ts';
import { baseEnvironment } from '../support/process.ts';
import { formatSettings } from '../support/settings-text.ts';
import { makeDatabaseFolder } from '../support/temporary-folder.ts';
import { findTraces, findTracesInFiles, type Trace } from './traces.ts';

/** Where a bot has its secrets from. */
export interface CanaryBot {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Files next to the settings, which hold secrets themselves. */
  readonly files: Readonly<Record<string, string>>;
  /** How the settings word key, user and password. */
  readonly references: { readonly key: string; readonly user: string; readonly password: string };
  readonly secrets: { readonly key: string; readonly user: string; readonly password: string };
}

const ref = (name: string): string => `$\{${name}}`;

/** Canaries of one house: no two are the same, and each looks as its kind does. */
function createSecrets(tag: string): CanaryBot['secrets'] {
  return {
    key: `rs_live_${tag}Canary0123456789abcdefKEY`,
    user: `login.${tag}.canary@mail`,
    password: `P4ss/${tag}+canary"word`,
  };
}

export function listCanaryBots(): readonly CanaryBot[] {
  const [env, dotenv, file] = [createSecrets('Env'), createSecrets('Dot'), createSecrets('Fil')];
  const variables = {
    key: ref('ANSWERSHARE_API_KEY'),
    user: ref('MAIL_LOGIN'),
    password: ref('SMTP_PASSWORD'),
  };
  return [
    {
      name: 'environment',
      environment: { ANSWERSHARE_API_KEY: env.key, MAIL_LOGIN: env.user, SMTP_PASSWORD: env.password },
      files: {},
      references: variables,
      secrets: env,
    },
    {
      name: '.env file',
      environment: {},
      files: {
        '.env': `ANSWERSHARE_API_KEY=${dotenv.key}\nMAIL_LOGIN=${dotenv.user}\nSMTP_PASSWORD='${dotenv.password}'\n`,
      },
      references: variables,
      secrets: dotenv,
    },
    {
      name: 'files by reference',
      environment: {},
      files: { 'key.txt': file.key, 'user.txt': file.user, 'password.txt': file.password },
      references: {
        key: ref('file:key.txt'),
        user: ref('file:user.txt'),
        password: ref('file:password.txt'),
      },
      secrets: file,
    },
  ];
}

/** One process of the real command that takes line after line, and all that it leaves behind. */
export interface RunningCanaryBot {
  readonly folder: string;
  run(words: readonly string[]): Promise<{ readonly exitCode: number; readonly output: string }>;
  /** Ends the process and looks for the secrets in all that it printed, wrote and kept. */
  leave(others: readonly string[]): Promise<readonly Trace[]>;
}

export function startCanaryBot(
  canaryBot: CanaryBot,
  url: string,
  smtpPort: number,
  websites: readonly string[],
): RunningCanaryBot {
  const folder = makeDatabaseFolder('canary');
  const { references } = canaryBot;
  const text = formatSettings({ url, smtpPort, websites, form: '2' })
    .replace(ref('ANSWERSHARE_API_KEY'), references.key)
    .replace('user: bot', `user: ${references.user}`)
    .replace(ref('SMTP_PASSWORD'), references.password);
  writeFileSync(join(folder, 'answershare.yaml'), text);
  for (const [name, content] of Object.entries(canaryBot.files)) writeFileSync(join(folder, name), content);
  const child = spawn(process.execPath, [command, 'batch', '--keep-going'], {
    cwd: folder,
    env: { ...baseEnvironment, ...canaryBot.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const printed: string[] = [];
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    folder,
    run: async (words) => {
      child.stdin.write(`${words.map((word) => `'${word}'`).join(' ')}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`the bot ended during "${words.join(' ')}":\n${errors}`);
      printed.push(value);
      return JSON.parse(value) as { exitCode: number; output: string };
    },
    leave: async (others) => {
      child.stdin.end();
      await ended;
      const secrets = [...Object.values(canaryBot.secrets), ...others];
      const kept = await readRows(join(folder, 'answershare-data'));
      for (const name of Object.keys(canaryBot.files)) rmSync(join(folder, name));
      const traces = [
        ...printed.flatMap((line) => findTraces('printed', line, secrets)),
        ...findTraces('standard error', errors, secrets),
        ...kept.flatMap((row) => findTraces('database', row, secrets)),
        ...findTracesInFiles(folder, secrets),
      ];
      rmSync(folder, { recursive: true });
      return traces;
    },
  };
}

/** Every row of every table as text. */
async function readRows(folder: string): Promise<string[]> {
  const store = await openStore({ folder });
  try {
    const tables = (await store.db.introspection.getTables()).map(({ name }) => name);
    const rows = await Promise.all(
      tables.map(async (table) =>
        (
          await store.db
            .selectFrom(table as 'audit')
            .selectAll()
            .execute()
        ).map((row) => `${table} ${JSON.stringify(row)}`),
      ),
    );
    return rows.flat();
  } finally {
    await store.close();
  }
}
