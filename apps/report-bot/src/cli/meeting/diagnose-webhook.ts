import { dirname } from 'node:path';
import type { ExitCode } from '../../complaint.ts';
import { theReadingThread } from '../../reading/reading-thread.ts';
import type { Context } from '../context.ts';
import { clockFrom } from '../time.ts';
import { readCapture } from './capture.ts';
import { diagnosisWords } from './diagnosis-words.ts';
import { givenJson } from './given.ts';
import { settingsFile } from './settings-file.ts';
import { signingSecrets } from './signing-secrets.ts';

export interface DiagnoseOptions {
  readonly config?: string;
  readonly secretEnv: readonly string[];
  readonly secretFile: readonly string[];
  readonly now?: string;
  readonly json?: boolean;
}

/**
 * Finds the scheme by which a captured delivery was signed. Ends with 0 where one was found, 3 where none was. Text and JSON
 * hold names of headers and fields, never a secret or a signature.
 */
export async function diagnoseWebhook(
  context: Context,
  file: string,
  options: DiagnoseOptions,
): Promise<0 | ExitCode> {
  const { values } = context.variables(dirname(settingsFile(options.config)));
  const secrets = signingSecrets(options.secretEnv, options.secretFile, values);
  for (const { secret } of secrets) context.hide(secret);
  const { delivery, receivedAt } = readCapture(
    await givenJson(context, file),
    file === '-' ? 'Standard input' : file,
  );
  const now = options.now === undefined ? (receivedAt ?? Date.now()) : clockFrom(options.now)();
  const { found, event } = await theReadingThread.run(
    'diagnosed',
    [delivery, secrets.map(({ secret }) => secret), now],
    context.ended,
  );
  const place = found.ok ? (secrets[found.secret]?.place ?? null) : null;
  if (options.json === true) context.write(JSON.stringify({ ...found, secret: place, event }));
  else context.write(diagnosisWords(found, place, event));
  return found.ok ? 0 : 3;
}
