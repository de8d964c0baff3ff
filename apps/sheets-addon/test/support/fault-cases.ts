import type { FaultCommand, Form, SandboxFaultKind } from '@answershare/sandbox';
import { type LocalAddon, startLocalAddon } from './local-addon.ts';
import { type RelayedRequest, startRelay } from './relay.ts';

export const site = 'Meadow Clinic';

const startAddon = '2026-11-21T09:00:05Z';

/** An add-on whose clock a case may move. */
export interface Stage {
  readonly addon: LocalAddon;
  readonly form: Form;
  /** Moves the add-on's clock, not the service's. */
  pass(ms: number): void;
  /** Changes the answers from now on, for relayed cases. */
  reply(change: (path: string, body: string) => string): void;
  /** Changes the requests from now on, for relayed cases. */
  alter(pass: (asked: RelayedRequest) => RelayedRequest): void;
}

/** One fault, and the user's steps to see it. */
export interface FaultCase {
  readonly title: string;
  /** Default: connected, with only the list of websites cached. */
  readonly connected?: false;
  /** Default: no relay, because it hides how a connection breaks. */
  readonly relayed?: true;
  prepare(stage: Stage): Promise<unknown>;
  readonly call?: readonly [name: string, ...args: unknown[]];
  /** False if the call accepts no range. */
  readonly ranged?: false;
}

const hour = 3_600_000;

const applyFault =
  (order: FaultCommand) =>
  ({ addon }: Stage) =>
    addon.sandbox.admin.fault({ times: 'always', ...order });

const expireAnswers = async (stage: Stage): Promise<void> => {
  await stage.addon.cell('AUTHORITY', site);
  await stage.addon.cell('AUTHORITY', 'Harbor & Pine');
};

const act = ({ addon }: Stage, name: string, order: object) => addon.host.sidebarCall('act', [name, order]);

/** The sandbox's setting for each fault of every request. */
const faults: Readonly<
  Record<SandboxFaultKind, readonly [title: string, order: Omit<FaultCommand, 'fault'>]>
> = {
  status: ['The service fails (500)', { status: 500 }],
  html: ['A page of HTML comes with 200', {}],
  html502: ['A proxy answers 502 with HTML', {}],
  html503: ['A proxy answers 503 with HTML', {}],
  html504: ['A proxy answers 504 with HTML', {}],
  cut: ['The body breaks off', {}],
  cutConnection: ['The connection breaks within the body', {}],
  chunkCut: ['A chunked body breaks off', {}],
  badChunk: ['A chunked body is damaged', {}],
  reset: ['The connection is refused or reset', {}],
  empty: ['The connection ends without an answer', {}],
  hang: ['No answer comes', {}],
  slow: ['The answer comes after a second', {}],
  dribble: ['The answer comes byte by byte', { delayMs: 1 }],
  bom: ['The body starts with a byte order mark', {}],
  empty200: ['An empty body comes with 200', {}],
  noContent: ['204 without a body', {}],
  skewedDate: ["The service's clock is ten minutes ahead", {}],
  retryAfterTwice: ['The limit of the minute, with two Retry-After', {}],
};

const ofService: readonly FaultCase[] = (Object.keys(faults) as SandboxFaultKind[]).map((fault) => ({
  title: faults[fault][0],
  prepare: applyFault({ fault, ...faults[fault][1] }),
}));

const withoutWebsite = (path: string): string => path.replace(/website_?id=[^&]*&?/i, '').replace(/\?$/, '');

const ofSpecification: readonly FaultCase[] = [
  {
    title: '401 unauthorized: the service gets no key',
    relayed: true,
    prepare: async ({ alter }) => alter(({ path }) => ({ path, headers: {} })),
  },
  {
    title: '401 invalid_key: the key was revoked',
    prepare: ({ addon }) => addon.sandbox.admin.revoke('live'),
  },
  {
    title: '403: the scope is missing',
    prepare: ({ addon }) => addon.sandbox.admin.setScopes('live', ['websites:read']),
  },
  {
    title: '404: the website is gone since the list was read',
    relayed: true,
    prepare: async ({ alter }) =>
      alter(({ path, headers }) => ({ path: path.replace(/(website_?id=)[^&]*/i, '$1gone'), headers })),
  },
  {
    title: '400: the service does not understand the request',
    relayed: true,
    prepare: async ({ alter }) => alter(({ path, headers }) => ({ path: withoutWebsite(path), headers })),
  },
  {
    title: 'A redirect',
    relayed: true,
    prepare: async ({ alter }) => alter((asked) => ({ ...asked, status: 302 })),
  },
  {
    title: '429: the requests of the minute are used up',
    prepare: ({ addon }) => addon.sandbox.admin.setUsage('live', { minute: 300 }),
  },
  {
    title: '429: the requests of the day are used up',
    prepare: ({ addon }) => addon.sandbox.admin.setUsage('live', { day: 1_000 }),
  },
];

const nothing = async (): Promise<void> => {};

const withoutADay = (path: string, body: string): string => {
  if (!path.includes('/analytics')) return body;
  const answer: { days: { date: string }[] } = JSON.parse(body);
  return JSON.stringify({ ...answer, days: answer.days.filter(({ date }) => date !== '2026-11-18') });
};

const ofAddon: readonly FaultCase[] = [
  { title: 'No key is connected', connected: false, prepare: nothing },
  {
    title: 'The add-on was built without an address',
    prepare: async ({ addon }) => addon.host.properties.script.clear(),
  },
  {
    title: 'The key was given for another address',
    prepare: async ({ addon }) =>
      addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', 'https://other.example.com'),
  },
  { title: 'No such website', prepare: nothing, call: ['AUTHORITY', 'nowhere.example'] },
  {
    title: "Google's reads of stored settings are used up for the day",
    prepare: async ({ addon }) => addon.host.quotas.add({ properties: 50_000 }),
  },
  { title: 'The cell of an argument is still loading', prepare: nothing, call: ['AUTHORITY', 'Loading...'] },
  { title: 'No such engine', prepare: nothing, call: ['CITATIONS', site, 'Chatgtp'] },
  { title: 'No such competitor', prepare: nothing, call: ['SHARE_OF_VOICE', site, 'Unknown Inc'] },
  {
    title: 'No such field',
    prepare: nothing,
    call: ['API_FIELD', 'authority', site, '/nothing'],
  },
  {
    title: 'A window that is none',
    prepare: nothing,
    call: ['ANALYTICS', site, 'last wek'],
    ranged: false,
  },
  {
    title: 'A window that ends before it starts',
    prepare: nothing,
    call: ['ANALYTICS', site, '2026-11-07..2026-11-01'],
    ranged: false,
  },
  {
    title: 'A window before the ninety days of Form 2',
    prepare: nothing,
    call: ['ANALYTICS_TOTAL', site, 'visitors', '2026-01-01..2026-01-07'],
  },
  {
    title: 'A window of what a raw body gives for all its days',
    prepare: nothing,
    call: ['API_FIELD', 'analytics', site, '/to', '7d'],
  },
  {
    title: 'An option that there is not',
    prepare: nothing,
    call: ['COMPETITORS', site, 'header=no'],
    ranged: false,
  },
  {
    title: 'A day of the window has no figure',
    relayed: true,
    prepare: async ({ reply }) => reply(withoutADay),
    call: ['ANALYTICS_TOTAL', site, 'visitors', '7d'],
  },
  {
    title: 'A body that no reader understands',
    relayed: true,
    prepare: async ({ reply }) =>
      reply((path, body) => (path.includes('/authority') ? '{"rows":"none"}' : body)),
  },
  { title: 'No history is tracked', prepare: nothing, call: ['AUTHORITY_CHANGE', site] },
  {
    title: 'Requests are paused, nothing is kept',
    prepare: (stage) => act(stage, 'pause', { paused: true }),
  },
  {
    title: 'Requests are paused, an answer is kept',
    prepare: async (stage) => {
      await expireAnswers(stage);
      await act(stage, 'pause', { paused: true });
      stage.pass(20 * hour);
    },
  },
  {
    title: 'The service fails, an older answer is kept',
    prepare: async (stage) => {
      await expireAnswers(stage);
      stage.pass(7 * hour);
      await applyFault({ fault: 'status' })(stage);
    },
  },
  {
    title: 'The requests of the minute are used up, an older answer is kept',
    prepare: async (stage) => {
      await expireAnswers(stage);
      stage.pass(8 * hour);
      await stage.addon.sandbox.admin.setUsage('live', { minute: 300 });
    },
  },
  {
    title: 'The requests of the day are used up, an older answer is kept',
    prepare: async (stage) => {
      await expireAnswers(stage);
      stage.pass(8 * hour);
      await stage.addon.sandbox.admin.setUsage('live', { day: 1_000 });
    },
  },
  {
    title: 'No answer comes before the end of the time, an older answer is kept',
    prepare: async (stage) => {
      await expireAnswers(stage);
      stage.pass(7 * hour);
      await applyFault({ fault: 'hang' })(stage);
    },
  },
  {
    title: 'The key is refused, an older answer is kept',
    prepare: async (stage) => {
      await expireAnswers(stage);
      stage.pass(7 * hour);
      await stage.addon.sandbox.admin.revoke('live');
    },
  },
];

export const faultSections: readonly (readonly [heading: string, cases: readonly FaultCase[]])[] = [
  ['What the service answers (specification §7)', ofSpecification],
  ['What happens on the way', ofService],
  ['What the add-on finds itself', ofAddon],
];

/** Sets up one case, runs `show`, and cleans up. */
export async function runCase<T>(form: Form, one: FaultCase, show: (stage: Stage) => Promise<T>): Promise<T> {
  const begun = Date.now();
  let now = Date.parse(startAddon);
  await using addon = await startLocalAddon(form, {
    now: () => now + Date.now() - begun,
    account: 'consumer',
  });
  await addon.sandbox.admin.setClock(startAddon);
  await addon.sandbox.admin.freezeClock();
  let passed = (asked: RelayedRequest): RelayedRequest => asked;
  let replied = (_: string, body: string): string => body;
  await using service = await startRelay(
    addon.sandbox,
    (path, body) => replied(path, body),
    (asked) => passed(asked),
  );
  const stage: Stage = {
    addon,
    form,
    pass(ms) {
      now += ms;
    },
    reply(change) {
      replied = change;
    },
    alter(pass) {
      passed = pass;
    },
  };
  if (one.relayed) addon.host.properties.script.set('ANSWERSHARE_SERVICE_URL', service.url);
  if (one.connected !== false) {
    await addon.connect(addon.sandbox.keys.live);
    await addon.cell('WEBSITES');
  }
  await one.prepare(stage);
  return await show(stage);
}
