import { describe, test } from 'vitest';
import {
  type Form,
  QUIRKS,
  type Quirk,
  type QuirkName,
  type Quirks,
  type RunningSandbox,
} from '../../src/index.ts';
import { idOf, idParameter, readJson, startTestSandbox } from '../sandbox.ts';

export interface CallOptions {
  /** A token; null sends no Authorization header. Omitted: the live key. */
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further switches, `name=value`. */
  readonly quirks?: string;
}

/** A sandbox and calls of it with one switch in the request's header. */
export interface QuirkCaller {
  readonly sandbox: RunningSandbox;
  call(path: string, options?: CallOptions): Promise<Response>;
  /** The body of an endpoint for the first website. */
  body(endpoint: string, more?: string): Promise<Record<string, unknown>>;
  path(endpoint: string, more?: string): string;
}

type Cases<N extends QuirkName> = Readonly<Record<`${Quirks[N]}`, (caller: QuirkCaller) => Promise<void>>>;

export function createQuirkCaller(sandbox: RunningSandbox, quirk: string): QuirkCaller {
  const path = (endpoint: string, more = ''): string =>
    endpoint === 'websites'
      ? `/api/v1/websites${more.replace(/^&/, '?')}`
      : `/api/v1/${endpoint}?${idParameter(sandbox.form)}=${encodeURIComponent(idOf(sandbox, 0))}${more}`;
  const call: QuirkCaller['call'] = (
    target,
    { key = sandbox.keys.live, method = 'GET', headers = {}, quirks } = {},
  ) =>
    fetch(`${sandbox.baseUrl}${target}`, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        'X-Sandbox-Quirk': [quirk, ...(quirks === undefined ? [] : [quirks])].join(', '),
        ...headers,
      },
    });
  return {
    sandbox,
    call,
    path,
    body: async (endpoint, more = '') => readJson(await call(path(endpoint, more))),
  };
}

/** Makes one test per value of a switch, set by the header X-Sandbox-Quirk. */
export function testEachValue<N extends QuirkName>(name: N, form: Form, cases: Cases<N>, now?: string): void {
  const row: Quirk = QUIRKS[name];
  const values = row.kind === 'choice' ? Object.keys(row.values) : [];
  if (Object.keys(cases).sort().join() !== values.sort().join())
    throw new Error(`The cases of ${name} differ from its values: ${values.join(', ')}.`);
  describe(`Form ${form}, ${name}`, () => {
    test.each(Object.entries<(caller: QuirkCaller) => Promise<void>>(cases))('%s', async (value, check) => {
      const sandbox = await startTestSandbox(form, now === undefined ? {} : { now });
      await check(createQuirkCaller(sandbox, `${name}=${value}`));
    });
  });
}
