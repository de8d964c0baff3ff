import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSecureAddress } from '@answershare/core';
import { Complaint } from '../../complaint.ts';
import { keyFault } from '../../settings/key-fault.ts';
import type { Variables } from '../../settings/references.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Context } from '../context.ts';
import { settingsFile } from './settings-file.ts';

/** Which service to ask and with whose key; what is known of it where the settings name it. */
export type Whom = Settings['service'];

export interface WhomOptions {
  /** The settings file that is named. */
  readonly config?: string;
  readonly url?: string;
  /** Name of the variable with the key. */
  readonly keyEnv?: string;
}

const usualVariable = 'ANSWERSHARE_API_KEY';

/** The settings file where there is one and nothing else is named; `--url`, `--key-env` and the environment win. */
export function whomToAsk(context: Context, options: WhomOptions): Whom {
  const file = settingsFile(options.config);
  const variables = context.variables(dirname(file));
  const variable = options.keyEnv ?? usualVariable;
  const key = variables.values[variable];
  context.hide(key);
  const url = options.url ?? addressFor(context, variables, variable);
  const own = (): void => {
    if (key === undefined || key === '')
      throw new Complaint(
        `No API key: set the environment variable ${options.keyEnv === undefined ? variable : 'that --key-env names'}. Create a key under Settings, API Keys.`,
        2,
      );
    const fault = keyFault(key, variable);
    if (fault !== null) throw new Complaint(fault, 2);
  };
  if (url === undefined && existsSync(file)) {
    const { service } = context.settings(file);
    if (options.keyEnv !== undefined) own();
    return { ...service, key: options.keyEnv === undefined ? service.key : (key ?? '') };
  }
  if (url === undefined)
    throw new Complaint(
      'No address to ask: give --url, set ANSWERSHARE_URL, or write a settings file with "answershare init".',
      2,
    );
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Complaint(
      'The service address is no http or https address with a host and a port up to 65535, such as https://api.example.com. Correct --url or ANSWERSHARE_URL.',
      2,
    );
  if (!isSecureAddress(url))
    throw new Complaint(
      'The service address is http to another machine, so others could read the key on the way. Write https, or set service.url with "insecure: true" in a settings file for a network that you trust.',
      2,
    );
  own();
  return { url, key: key ?? '', form: 'auto' };
}

/**
 * The address that the environment names. One of a `.env` file counts only for a key of the same file: whoever can put such a
 * file into a folder could lead the key of another place to a host of his own.
 */
function addressFor(context: Context, { values, fromFile }: Variables, variable: string): string | undefined {
  const url = values.ANSWERSHARE_URL || undefined;
  if (url === undefined || !fromFile.has('ANSWERSHARE_URL') || fromFile.has(variable)) return url;
  context.notice(
    'ANSWERSHARE_URL in .env is left aside, because the key does not come from the same .env. Give --url, or put the key there too.',
  );
  return undefined;
}
