import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSecureAddress } from '@answershare/core';
import { describeKeyFault, type Variables } from '../../settings/references.ts';
import type { Service } from '../../settings/services.ts';
import type { BotSettings } from '../../settings/settings.ts';
import { UsageError } from '../../system/errors.ts';
import { formatFileName } from '../../system/files.ts';
import { formatChoices } from '../../system/text.ts';
import type { Context } from './context.ts';

/** The path of the settings file. Throws if the file of `--config` is missing. */
export function findSettingsFile(named: string | undefined): string {
  if (named === undefined) return './answershare.yaml';
  if (!existsSync(named))
    throw new UsageError(
      `There is no settings file${formatFileName(named)}. Correct what --config names, or omit --config and name the service with --url.`,
    );
  return named;
}

/** The service of `--service`, else that of `service`, else the only one. */
export function selectService({ file, services }: BotSettings, name: string | undefined): Service {
  const names = services.map((one) => one.name).filter((one) => one !== '');
  const found =
    services.find((one) => one.name === (name ?? '')) ??
    (name === undefined && services.length === 1 ? services[0] : undefined);
  if (found !== undefined) return found;
  throw new UsageError(
    name === undefined
      ? `${file} has several services. Name one with --service: ${names.join(', ')}.`
      : `There is no such service${names.length === 0 ? ` in ${file}; omit --service.` : formatChoices(name, names)}`,
  );
}

interface TargetOptions {
  /** Path of the settings file. */
  readonly config?: string;
  readonly url?: string;
  /** Name of the variable that contains the key. */
  readonly keyEnv?: string;
  /** Name of one of several services of the settings. */
  readonly service?: string;
}

const keyVariable = 'ANSWERSHARE_API_KEY';

/** Resolves the service. `--url`, `--key-env` and the environment win over the settings file. */
export function resolveTarget(context: Context, options: TargetOptions): Service {
  const file = findSettingsFile(options.config);
  const variables = context.variables(dirname(file));
  const variable = options.keyEnv ?? keyVariable;
  const key = variables.values[variable];
  context.hide(key);
  const url = options.url ?? resolveAddress(context, variables, variable);
  const own = (): void => {
    if (key === undefined || key === '')
      throw new UsageError(
        `No API key: set the environment variable ${options.keyEnv === undefined ? variable : 'that --key-env names'}. Create a key under Settings, API Keys.`,
      );
    const fault = describeKeyFault(key, variable);
    if (fault !== null) throw new UsageError(fault);
  };
  if (url === undefined && existsSync(file)) {
    const service = selectService(context.settings(file), options.service);
    if (options.keyEnv !== undefined) own();
    return { ...service, key: options.keyEnv === undefined ? service.key : (key ?? '') };
  }
  if (url === undefined)
    throw new UsageError(
      'No address to ask: give --url, set ANSWERSHARE_URL, or write a settings file with "answershare init".',
    );
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(
      'The service address is not an http or https address with a host and a port up to 65535, such as https://api.example.com. Correct --url or ANSWERSHARE_URL.',
    );
  if (!isSecureAddress(url))
    throw new UsageError(
      'The service address is http to another machine, so others could read the key on the way. Write https, or set service.url with "insecure: true" in a settings file for a network that you trust.',
    );
  own();
  return { name: '', names: [''], url, key: key ?? '', form: 'auto' };
}

/**
 * The address from the environment. One from `.env` is used only with a key from the same file: a planted `.env`
 * could otherwise send a foreign key to another host.
 */
function resolveAddress(
  context: Context,
  { values, fromFile }: Variables,
  variable: string,
): string | undefined {
  const url = values.ANSWERSHARE_URL || undefined;
  if (url === undefined || !fromFile.has('ANSWERSHARE_URL') || fromFile.has(variable)) return url;
  context.notice(
    'ANSWERSHARE_URL in .env is left aside, because the key does not come from the same .env. Give --url, or put the key there too.',
  );
  return undefined;
}
