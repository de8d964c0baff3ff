import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Form } from './form.ts';
import type { QuirkChoices } from './quirks/chosen.ts';
import { quirksFrom } from './quirks/sources.ts';
import type { SandboxOptions } from './settings.ts';

export const USAGE =
  'Usage: node packages/sandbox/src/main.ts --form 1|2 [--port N] [--host HOST] [--seed N] [--now ISO] [--admin-token T] [--quirks FILE.json] [--quirk NAME=VALUE]... [--allow-remote-webhooks] [--json]';

/** The command line as options. Throws a RangeError with every complaint. */
export function fromArguments(argv: string[]): { options: SandboxOptions; json: boolean } {
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
  const complaints: string[] = [];
  const read = <T>(take: () => T): T | undefined => {
    try {
      return take();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      complaints.push(error.message);
      return undefined;
    }
  };
  const options = {
    form: read(() => formNamed(values.form)) ?? (1 as const),
    allowRemoteWebhooks: values['allow-remote-webhooks'],
    port: read(() => whole('--port', values.port)),
    host: values.host,
    seed: read(() => whole('--seed', values.seed)),
    now: values.now,
    adminToken: values['admin-token'],
    quirks: read(() => quirksOf(values.quirks, values.quirk)),
  };
  if (complaints.length > 0) throw new RangeError(complaints.join('\n'));
  return { json: values.json, options };
}

function formNamed(text: string | undefined): Form {
  if (text === '1' || text === '2') return text === '1' ? 1 : 2;
  throw new RangeError('Say which form to serve: --form 1 or --form 2.');
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new RangeError(`${name} is "${text}": write a whole number.`);
  return Number(text);
}

function quirksOf(file: string | undefined, options: readonly string[]): QuirkChoices {
  return quirksFrom({
    file: file === undefined ? null : { name: file, text: textOf(file) },
    environment: process.env.SANDBOX_QUIRKS,
    options,
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new RangeError(`The file ${file} of --quirks cannot be read: name a JSON file.`);
  }
}
