import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { AdminCallError, type AdminCalls, createAdminCalls } from './admin/admin-calls.ts';
import { listenOnLoopback, type Socket } from './host/socket.ts';
import { CommandError, createEndSignal, listRegistrations, type Registration } from './running-sandboxes.ts';
import { parseWholeNumber } from './serve.ts';
import { TEAM_NAMES, type TeamName } from './tenants/teams.ts';
import { EVENT_KINDS, KINDS, NAME_STYLES, type SandboxEventKind } from './webhooks/kinds.ts';
import { type AttemptEntry, toAttemptEntry } from './webhooks/routes.ts';

/** The command of the workspace, or of an installed package. */
export const COMMAND = import.meta.url.endsWith('.ts') ? 'npm run -s sandbox --' : 'answershare-sandbox';

interface TargetOptions {
  readonly port?: string;
  readonly adminToken?: string;
  readonly json?: true;
}

/** A sandbox to call. */
interface Target extends Omit<Registration, 'pid'> {
  readonly admin: AdminCalls;
}

/** A call of `send` lasts until the receiver has answered, at most 15 seconds. */
const CALL_TIMEOUT_MS = 30_000;

/** The sandbox at `--port`, else the only one that runs. Throws CommandError. */
function findTarget({ port: text, adminToken }: TargetOptions): Target {
  const port = parseWholeNumber('--port', text);
  const running = listRegistrations();
  const found = port === undefined ? running : running.filter((one) => new URL(one.baseUrl).port === text);
  if (port === undefined && found.length !== 1)
    throw found.length === 0
      ? new CommandError(1, `No sandbox is running. Start one in another terminal: ${COMMAND} --form 2`)
      : new CommandError(
          2,
          `Several sandboxes are running. Choose one with --port: ${found.map(({ baseUrl }) => new URL(baseUrl).port).join(', ')}.`,
        );
  const baseUrl = found[0]?.baseUrl ?? `http://127.0.0.1:${port}`;
  const token = adminToken ?? found[0]?.adminToken ?? process.env.SANDBOX_ADMIN_TOKEN ?? '';
  const send = (request: Request) => fetch(request, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  return { baseUrl, adminToken: token, admin: createAdminCalls(send, baseUrl, token) };
}

/** The error of a call in words for the user of the command. */
function toCallError({ baseUrl }: Target, error: unknown): unknown {
  const { port } = new URL(baseUrl);
  if (error instanceof AdminCallError && error.status === 401)
    return new CommandError(
      2,
      `The sandbox at ${baseUrl} does not accept this admin token. Put the token that it printed into SANDBOX_ADMIN_TOKEN.`,
    );
  if (error instanceof AdminCallError) return new CommandError(2, error.message);
  if (error instanceof SyntaxError)
    return new CommandError(1, `The program at ${baseUrl} is not a sandbox. Check --port.`);
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new CommandError(1, `The sandbox at ${baseUrl} does not answer in time. Start it again.`);
  if (!(error instanceof TypeError)) return error;
  return new CommandError(
    1,
    `No sandbox answers at ${baseUrl}. Start one in another terminal: ${COMMAND} --form 2 --port ${port}`,
  );
}

const normalize = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** The kind of a wire name in any style. Throws CommandError with all kinds. */
function parseKind(text: string): SandboxEventKind {
  const wanted = normalize(text);
  const kind = EVENT_KINDS.find((one) =>
    [one, ...NAME_STYLES.map((style) => KINDS[one][style])].some((name) => normalize(name) === wanted),
  );
  if (kind !== undefined) return kind;
  const known = EVENT_KINDS.map((one) => `${KINDS[one].dot} (Form ${KINDS[one].forms.join(' and ')})`);
  throw new CommandError(2, `There is no kind of event "${text}". There are ${known.join(', ')}.`);
}

/** Throws CommandError with all teams. */
function parseTeam(text: string): TeamName {
  const team = TEAM_NAMES.find((name) => name === text);
  if (team !== undefined) return team;
  throw new CommandError(2, `There is no team "${text}". There are ${TEAM_NAMES.join(', ')}.`);
}

/** Line separators, and characters that can control a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escapeText = (text: string): string =>
  text.replace(UNPRINTABLE, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

const readBody = ({ capture }: AttemptEntry): string => Buffer.from(capture.bodyBase64, 'base64').toString();

function formatAttempt(entry: AttemptEntry): string {
  const { at, kind, id, status, error, attempt, state, nextAttemptAt } = entry;
  const outcome = status === null ? `no answer (${error})` : String(status);
  const next = nextAttemptAt === null ? (state === 'failed' ? ', the last' : '') : `, next ${nextAttemptAt}`;
  return escapeText(`${at}  ${KINDS[kind].dot}  ${id}  ${outcome}  attempt ${attempt}${next}`);
}

function toAttemptJson(entry: AttemptEntry): object {
  const { kind, id, number, website, at, attempt, status, error, state, nextAttemptAt, capture } = entry;
  const shown = { number, website, at, attempt, status, error, state, nextAttemptAt };
  const { url, headers } = capture;
  return { event: 'delivery', kind: KINDS[kind].dot, id, ...shown, url, headers, body: readBody(entry) };
}

/** A receiver on a free port that accepts every delivery. */
const startReceiver = (): Promise<Socket> =>
  listenOnLoopback(
    async (request) => {
      await request.arrayBuffer();
      return new Response();
    },
    0,
    '127.0.0.1',
  );

/**
 * Opens the stream of attempts of an endpoint. It ends when the sandbox stops or is reset. `fetch` of Node would end it
 * after five minutes of silence.
 */
async function openAttempts(
  { baseUrl, adminToken }: Target,
  endpoint: string,
  signal: AbortSignal,
): Promise<AsyncIterable<AttemptEntry>> {
  const request = get(`${baseUrl}/__sandbox/webhooks/endpoints/${endpoint}/attempts`, {
    headers: { Authorization: `Bearer ${adminToken}` },
    agent: false,
    signal,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode = 0 } = response;
  if (statusCode !== 200)
    throw new AdminCallError(statusCode, 'The sandbox was reset meanwhile. Start again.');
  return readAttempts(response);
}

async function* readAttempts(response: IncomingMessage): AsyncGenerator<AttemptEntry> {
  let rest = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line) as AttemptEntry;
    }
  } catch (error) {
    // The connection breaks when the sandbox stops.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
}

export interface ListenOptions extends TargetOptions {
  readonly forwardTo?: string;
  readonly team?: string;
  readonly kind?: readonly string[];
}

/** Prints the deliveries of a new endpoint until the end signal, then removes the endpoint. Throws CommandError. */
export async function listen(options: ListenOptions): Promise<void> {
  const ended = createEndSignal();
  const kinds = (options.kind ?? []).map(parseKind);
  const team = parseTeam(options.team ?? 'demo');
  const target = findTarget(options);
  const { forwardTo } = options;
  const receiver = forwardTo === undefined ? await startReceiver() : null;
  const url =
    receiver?.baseUrl ?? (/^https?:/i.test(forwardTo ?? '') ? forwardTo : `http://${forwardTo}`) ?? '';
  const { webhooks } = target.admin;
  try {
    const endpoint = await webhooks.create({ url, team, ...(kinds.length > 0 ? { kinds } : {}) });
    try {
      const attempts = await openAttempts(target, endpoint.id, ended);
      const { id, secret } = endpoint;
      if (options.json)
        console.log(
          JSON.stringify({ event: 'listening', endpoint: id, url, secret, sandbox: target.baseUrl }),
        );
      else {
        console.log(`Endpoint  ${id} of the sandbox at ${target.baseUrl}`);
        console.log(`Target    ${receiver === null ? url : 'this terminal'}`);
        console.log(`Secret    ${secret}`);
        console.log('Waiting for deliveries. Stop with Ctrl+C.');
      }
      for await (const entry of attempts) {
        console.log(options.json ? JSON.stringify(toAttemptJson(entry)) : formatAttempt(entry));
        if (receiver !== null && !options.json) console.log(escapeText(readBody(entry)));
      }
      throw new CommandError(1, `The sandbox at ${target.baseUrl} was reset or has stopped.`);
    } catch (error) {
      if (!ended.aborted) throw error;
      await removeEndpoint(webhooks, endpoint.id);
    }
  } catch (error) {
    throw toCallError(target, error);
  } finally {
    await receiver?.close();
  }
}

/** A sandbox that has stopped has no endpoint any more. */
async function removeEndpoint(webhooks: AdminCalls['webhooks'], id: string): Promise<void> {
  try {
    await webhooks.remove(id);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

export interface TriggerOptions extends TargetOptions {
  readonly website?: string;
}

/** Sends one event and prints its deliveries; true if each was accepted. Throws CommandError. */
export async function trigger(kindName: string, options: TriggerOptions): Promise<boolean> {
  const kind = parseKind(kindName);
  const target = findTarget(options);
  const { website } = options;
  const deliveries = await target.admin.webhooks
    .send({ kind, ...(website === undefined ? {} : { website }) })
    .catch((error: unknown) => {
      throw toCallError(target, error);
    });
  if (deliveries.length === 0)
    throw new CommandError(
      1,
      `No endpoint takes ${KINDS[kind].dot} of this website's team. Open one in another terminal: ${COMMAND} webhooks listen. It takes the demo team's events unless --team names another.`,
    );
  for (const entry of deliveries.flatMap((delivery) => toAttemptEntry(delivery) ?? []))
    console.log(options.json ? JSON.stringify(toAttemptJson(entry)) : formatAttempt(entry));
  return deliveries.every(({ state }) => state === 'delivered');
}
