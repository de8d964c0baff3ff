import type { AdminCalls, Form, KeyLabel } from '../../src/index.ts';

/** A service that speaks the specification, with keys of the demo team and one of another. */
export interface Service {
  readonly form: Form;
  /** The API is under `/api/v1`. */
  readonly baseUrl: string;
  /** What the key `live` lists. */
  readonly websites: readonly { id: string; name: string; domain: string }[];
  /** 300 requests a minute and 1,000 a day. */
  readonly keys: Readonly<Record<Extract<KeyLabel, 'live' | 'growth' | 'revoked' | 'otherTeam'>, string>>;
  readonly admin: Pick<
    AdminCalls,
    'createKey' | 'revoke' | 'setUsage' | 'fault' | 'setClock' | 'advanceClock'
  >;
}

/** What the tests of sections 4, 5, 7 and 8 run against. */
export interface Subject<S extends Service = Service> {
  /** Starts with a frozen clock; the end of the test closes it. */
  start(form: Form, options?: { readonly now?: string }): Promise<S>;
  /** The Form whose words bodies have, and the code of a wrong request. */
  wordsOf(form: Form): Form;
  /** The requests of a key that count. */
  readUsage(service: S, label: string): Promise<{ readonly minute: number; readonly day: number }>;
  /** Where the OpenAPI document is. */
  readonly documentPath: string;
}

/** The code of a wrong request. Form 1 has none in the specification. */
export const badRequest = (form: Form): string => (form === 1 ? 'invalid_request' : 'bad_request');
