import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox } from '@answershare/sandbox';

/** How a service gives back what it was sent and what it knows from elsewhere. */
export type Echo = (secret: string) => string;

export interface HostileService {
  readonly url: string;
  /** What it echoes next to the key of each request. */
  knows: readonly string[];
  behave(behaviour: ServiceBehaviour): void;
  close(): Promise<void>;
}

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const every =
  (write: (code: string, character: string) => string): Echo =>
  (secret) =>
    [...secret].map((one) => write(one.charCodeAt(0).toString(16).padStart(4, '0'), one)).join('');

const echoes = {
  plain: json,
  escaped: every((code) => `\\u${code}`),
  percent: every((code) => `%${code.slice(2)}`),
  twice: every((code) => `%25${code.slice(2)}`),
  references: every((_, one) => `&#${one.charCodeAt(0)};`),
  base64: (secret) => Buffer.from(`\0bot\0${secret}`).toString('base64'),
  base64url: (secret) => Buffer.from(`key=${secret}`).toString('base64url'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'upper case': (secret) => json(secret.toUpperCase()),
} satisfies Record<string, Echo>;

type Answer = (
  secrets: readonly string[],
  body: string,
) => {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
};

const errorBody = (message: string): string => `{"error":{"code":"${message}","message":"no: ${message}"}}`;

/** Answers that hold secrets, by name. */
export const serviceBehaviours = {
  ...Object.fromEntries(
    Object.entries(echoes).map(([name, echo]): [string, Answer] => [
      `names ${name}`,
      (secrets, body) => ({
        status: 200,
        headers: { 'x-echo': secrets.map(encodeURIComponent).join(' ') },
        body: body.replace(/"name":"((?:[^"\\]|\\.)*)"/g, (_, own: string) => {
          const [first = '', ...others] = secrets.map(echo);
          return `"${first}":"${others.join(' ')}","name":"${own} ${[first, ...others].join(' ')}"`;
        }),
      }),
    ]),
  ),
  'a refused key': (secrets) => ({ status: 401, body: errorBody(secrets.map(echoes.plain).join(' ')) }),
  'an escaped refusal': (secrets) => ({
    status: 403,
    body: errorBody(secrets.map(echoes.escaped).join(' ')),
  }),
  'a page': (secrets) => ({
    status: 404,
    headers: { 'content-type': 'text/html' },
    body: `<html>${secrets.map(echoes.references).join(' ')} ${secrets.join(' ')}</html>`,
  }),
  'a redirect': (secrets) => ({
    status: 302,
    headers: { location: `https://elsewhere.example/?key=${secrets.map(encodeURIComponent).join('&s=')}` },
    body: '',
  }),
  'a daily limit': (secrets) => ({
    status: 429,
    headers: {
      'retry-after': '40000',
      'x-ratelimit-reset': secrets.map(encodeURIComponent).join(','),
      'set-cookie': `session=${encodeURIComponent(secrets.join(' '))}`,
      'x-request-id': encodeURIComponent(secrets.join(' ')),
    },
    body: errorBody(secrets.map(echoes.base64).join(' ')),
  }),
  'text that is no JSON': (secrets) => ({ status: 200, body: `{"data": [${secrets.join(' ')}` }),
  'a strange body': (secrets) => ({
    status: 200,
    body: `{"${echoes.plain(secrets.join(' '))}":["${secrets.map(echoes.plain).join('","')}"]}`,
  }),
} satisfies Record<string, Answer>;

export type ServiceBehaviour = keyof typeof serviceBehaviours | `names ${keyof typeof echoes}` | 'silence';

/** A service that holds the sandbox's figures and gives every secret back that it meets. */
export async function openHostileService(sandbox: RunningSandbox): Promise<HostileService> {
  let behaviour: ServiceBehaviour = 'silence';
  const service = { knows: [] as readonly string[] };
  const server = createServer(async (request, response) => {
    const answer =
      behaviour === 'silence' ? undefined : (serviceBehaviours as Record<string, Answer>)[behaviour];
    if (answer === undefined) return void request.socket.destroy();
    const key = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const real = await sandbox.fetch(
      new Request(`${sandbox.baseUrl}${request.url}`, {
        headers: { authorization: `Bearer ${sandbox.keys.live}` },
      }),
    );
    const { status, headers, body } = answer([key, ...service.knows], await real.text());
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(service, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (next: ServiceBehaviour) => {
      behaviour = next;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}
