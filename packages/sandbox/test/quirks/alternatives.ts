import { describe, test } from 'vitest';
import {
  type Form,
  QUIRKS,
  type Quirk,
  type QuirkName,
  type Quirks,
  type RunningSandbox,
} from '../../src/index.ts';
import { idOf, idParameter, json, started } from '../started.ts';

export interface Asking {
  /** A whole key; null sends no Authorization header. Omitted: the live key. */
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further switches, `name=value`. */
  readonly quirks?: string;
}

/** A sandbox as a plain fetch sees it with one switch in the request's header. */
export interface Sight {
  readonly sandbox: RunningSandbox;
  ask(path: string, asking?: Asking): Promise<Response>;
  /** The body of an endpoint for the first website. */
  body(endpoint: string, more?: string): Promise<Record<string, unknown>>;
  path(endpoint: string, more?: string): string;
}

type Cases<N extends QuirkName> = Readonly<Record<`${Quirks[N]}`, (see: Sight) => Promise<void>>>;

export function sight(sandbox: RunningSandbox, quirk: string): Sight {
  const path = (endpoint: string, more = ''): string =>
    endpoint === 'websites'
      ? `/api/v1/websites${more.replace(/^&/, '?')}`
      : `/api/v1/${endpoint}?${idParameter(sandbox.form)}=${encodeURIComponent(idOf(sandbox, 0))}${more}`;
  const ask: Sight['ask'] = (asked, { key = sandbox.keys.live, method = 'GET', headers = {}, quirks } = {}) =>
    fetch(`${sandbox.baseUrl}${asked}`, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        'X-Sandbox-Quirk': [quirk, ...(quirks === undefined ? [] : [quirks])].join(', '),
        ...headers,
      },
    });
  return {
    sandbox,
    ask,
    path,
    body: async (endpoint, more = '') => json(await ask(path(endpoint, more))),
  };
}

/** One test for each value of a switch, each set by the request's own header over HTTP. */
export function alternatives<N extends QuirkName>(name: N, form: Form, cases: Cases<N>, now?: string): void {
  const row: Quirk = QUIRKS[name];
  const values = row.kind === 'choice' ? Object.keys(row.values) : [];
  if (Object.keys(cases).sort().join() !== values.sort().join())
    throw new Error(`The cases of ${name} are not its values: ${values.join(', ')}.`);
  describe(`Form ${form}, ${name}`, () => {
    test.each(Object.entries<(see: Sight) => Promise<void>>(cases))('%s', async (value, check) => {
      const sandbox = await started(form, now === undefined ? {} : { now });
      await check(sight(sandbox, `${name}=${value}`));
    });
  });
}
