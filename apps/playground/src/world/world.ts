import { gunzipSync } from 'node:zlib';
import type { ScriptHost } from '@answershare/apps-script';
import { type KeyLabel, type RunningSandbox, startSandbox } from '@answershare/sandbox';
import { z } from 'zod';
import type { Inbox } from '../inbox/inbox.ts';
import { ScriptDocument } from '../workbook/script-document.ts';
import { GridWorkbook } from '../workbook/workbook.ts';
import { connectAddon, reconnectAddon, recordDay, startAddon, startTracking } from './addon.ts';
import type { BotProcess } from './bot.ts';
import type { CleanupStack } from './cleanup.ts';
import { type DigestDemo, MONDAY, moveBot } from './digest.ts';
import { createExampleWorkbook } from './example-workbook.ts';

const DAY = 86_400_000;

/** The key that the add-on is connected with at the start. */
const FIRST_KEY = 'live';

/** Mondays before the start that the example file has recorded. The score changes on Mondays. */
const RECORDED_WEEKS = 8;

/** Each shape of the service's bodies as switches of the sandbox. */
const shapes = {
  standard: { envelope: 'named', nesting: 'flat', shares: 'percent' },
  nested: { envelope: 'success-data', nesting: 'deep', shares: 'percent' },
  fractions: { envelope: 'data', nesting: 'flat', shares: 'fraction' },
  columns: { envelope: 'columnar', nesting: 'flat', shares: 'percent' },
} as const;

export const bodyShapes = Object.keys(shapes) as (keyof typeof shapes)[];

/** The shape that these switches of the sandbox make, or null. */
export function findShape(quirks: Readonly<Record<string, unknown>>): (typeof bodyShapes)[number] | null {
  const isOn = (name: (typeof bodyShapes)[number]): boolean =>
    Object.entries(shapes[name]).every(([quirk, value]) => quirks[quirk] === value);
  return bodyShapes.find(isOn) ?? null;
}

/** What the page's controls change. */
export const worldCommand = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('days'), days: z.int().min(1).max(28) }),
  z.strictObject({
    change: z.literal('form'),
    form: z.enum(['1', '2', 'both', 'mixed-1-codes-2', 'mixed-2-codes-1']),
  }),
  z.strictObject({ change: z.literal('latency'), ms: z.int().min(0).max(25_000) }),
  z.strictObject({
    change: z.literal('fault'),
    status: z.int().min(500).max(599),
    times: z.int().min(1).max(20),
  }),
  z.strictObject({ change: z.literal('use-up'), limit: z.enum(['minute', 'day']) }),
  z.strictObject({ change: z.literal('revoke') }),
  z.strictObject({ change: z.literal('no-faults') }),
  z.strictObject({ change: z.literal('new-key') }),
  z.strictObject({ change: z.literal('shape'), shape: z.literal(bodyShapes) }),
  z.strictObject({ change: z.literal('recalculate') }),
]);

const NO_KEY = 'The file is connected with no key: connect one in the sidebar first.';

export type WorldCommand = z.output<typeof worldCommand>;

/** How the example workbook differs from the demo's. */
interface ExampleOptions {
  /** Its first websites; all if omitted. The last two have names that try a spreadsheet's limits. */
  readonly rows?: number;
}

/** Service, add-on, workbook and, once its ledger is filled, the bot. One clock governs all. */
export class World {
  readonly sandbox: RunningSandbox;
  readonly host: ScriptHost;
  readonly workbook: GridWorkbook;
  readonly document: ScriptDocument;
  /** Gets the keys of custom function calls that run again. */
  onForget: (keys: readonly string[]) => void = () => undefined;
  /** Gets one sentence about each part of a long change. */
  onProgress: (text: string) => void = () => undefined;
  readonly #clock: { ahead: number };
  readonly #createdKeys = new Map<string, string>();
  #latencyMs = 0;
  #bot: { readonly process: BotProcess; readonly digest: DigestDemo } | null = null;

  private constructor(
    { sandbox, host, workbook }: Pick<World, 'sandbox' | 'host' | 'workbook'>,
    clock: { ahead: number },
  ) {
    this.sandbox = sandbox;
    this.host = host;
    this.workbook = workbook;
    this.#clock = clock;
    this.document = new ScriptDocument(host, workbook, (keys) => this.onForget(keys));
  }

  /**
   * Starts a service of Form 1 at the demo's Monday, the connected add-on and the example workbook, whose history has
   * that day and the Mondays of eight weeks before. The service's log begins that day.
   */
  static async start(cleanup: CleanupStack, { rows }: ExampleOptions = {}): Promise<World> {
    const monday = Date.parse(MONDAY);
    const first = monday - RECORDED_WEEKS * 7 * DAY;
    const now = new Date(first).toISOString();
    const sandbox = await cleanup.add(await startSandbox({ form: 1, seed: 1, now }));
    await sandbox.admin.runClock();
    const clock = { ahead: first - Date.now() };
    const host = await cleanup.add(await startAddon(sandbox.baseUrl, () => Date.now() + clock.ahead));
    await connectAddon(host, sandbox.keys[FIRST_KEY]);
    const { data, formulas } = createExampleWorkbook(sandbox.websites.slice(0, rows));
    const workbook = await GridWorkbook.open(host, data);
    const world = new World({ sandbox, host, workbook }, clock);
    await world.document.run(async () => {
      for (let week = first; week < monday; week += 7 * DAY) {
        await world.#move(new Date(week).toISOString());
        await recordDay(host);
      }
      await world.#move(MONDAY);
      await sandbox.admin.resetRequests();
      await startTracking(host);
    });
    workbook.dispatch(formulas);
    return world;
  }

  /** The world's time, milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#clock.ahead;
  }

  /** Lets the bot continue with this service on the ledger of the digest. */
  async connectBot(digest: DigestDemo, cleanup: CleanupStack): Promise<void> {
    this.#bot = { process: await moveBot(digest, this.sandbox, cleanup), digest };
  }

  /** The bot's inbox; null before the bot is connected. */
  get inbox(): Inbox | null {
    return this.#bot?.digest.inbox ?? null;
  }

  /** The token of a key of the service by its label; null if the world does not know it. */
  keyOf(label: string): string | null {
    return this.#createdKeys.get(label) ?? this.sandbox.keys[label as KeyLabel] ?? null;
  }

  /** Label of the key that the file is connected with; null for none. */
  connectedKey(): string | null {
    const stored = this.host.properties.document.get('answershare.connection') ?? '';
    const text = stored.startsWith('gz:')
      ? gunzipSync(Buffer.from(stored.slice('gz:'.length), 'base64')).toString()
      : stored;
    const keys = [...Object.entries(this.sandbox.keys), ...this.#createdKeys];
    return keys.find(([, key]) => text.includes(key))?.[0] ?? null;
  }

  /** Disconnects and connects the add-on, as the sidebar does: the file forgets its answers and learns the service anew. */
  async connectAgain(): Promise<void> {
    const key = this.sandbox.keys[FIRST_KEY];
    await this.document.run(() => reconnectAddon(this.host, key));
  }

  /** Applies one control of the page. Returns one sentence about what happened. */
  async change(command: WorldCommand): Promise<string> {
    const { admin } = this.sandbox;
    switch (command.change) {
      case 'days':
        return this.#advance(command.days);
      case 'form':
        await admin.setQuirks({ form: command.form });
        return 'The service has another Form. Connect again in the sidebar.';
      case 'latency':
        this.#latencyMs = command.ms;
        await this.#planFaults((await admin.state()).faults);
        return command.ms === 0 ? 'Answers come at once.' : `Each answer takes ${command.ms} ms longer.`;
      case 'fault': {
        const { status, times } = command;
        await this.#planFaults([{ fault: 'status', status, times }]);
        return times === 1
          ? `The next request is answered with ${status}.`
          : `The next ${times} requests are answered with ${status}.`;
      }
      case 'no-faults':
        this.#latencyMs = 0;
        await this.#planFaults([]);
        return 'No faults are planned.';
      case 'use-up': {
        const connected = this.connectedKey();
        if (connected === null) return NO_KEY;
        const key = (await admin.state()).keys.find(({ label }) => label === connected);
        const limit = key?.limits[command.limit];
        if (limit === undefined || limit === null)
          return `The key “${connected}” has no limit for the ${command.limit}.`;
        await admin.setUsage(connected, { [command.limit]: limit });
        return `All ${limit} requests of “${connected}” for this ${command.limit} are used up.`;
      }
      case 'revoke': {
        const connected = this.connectedKey();
        if (connected === null) return NO_KEY;
        await admin.revoke(connected);
        return `The key “${connected}” is revoked. Connect another one in the sidebar.`;
      }
      case 'new-key': {
        const label = `new-${this.#createdKeys.size + 1}`;
        this.#createdKeys.set(label, await admin.createKey({ label }));
        return `The service has a new key, “${label}”: copy it from “Keys for the sidebar”.`;
      }
      case 'shape':
        await admin.setQuirks(shapes[command.shape]);
        return 'The bodies have another shape. The sidebar asks what the figures mean.';
      case 'recalculate':
        this.host.cache.clear();
        this.workbook.recalculate();
        this.onForget([]);
        return 'The cache is empty, and every formula runs again. Answers in the file’s properties stay: what is fresh there costs no request.';
    }
  }

  /** The first fault that matches a request applies: a failing answer is slow too, and the latency is the last fault. */
  async #planFaults(
    planned: readonly { readonly fault: string; readonly status: number; readonly times: number | null }[],
  ): Promise<void> {
    const { admin } = this.sandbox;
    const delayMs = this.#latencyMs;
    await admin.clearFaults();
    for (const { fault, status, times } of planned)
      if (fault === 'status' && times !== null) await admin.fault({ fault, status, times, delayMs });
    if (delayMs > 0) await admin.fault({ fault: 'slow', delayMs, times: 'always' });
  }

  /** Takes each day's snapshot, fires triggers and sends the digests that are due. */
  async #advance(days: number): Promise<string> {
    for (let day = 0; day < days; day++) {
      this.onProgress(`Advancing… ${day + 1} of ${days}`);
      const date = new Date(this.now() + DAY).toISOString().slice(0, 10);
      await this.#move(`${date}T05:30:00Z`);
      if (this.#bot !== null) await this.#bot.process.run(`snapshot --now ${date}T05:30:00Z`);
      await this.#move(`${date}T09:00:00Z`);
      if (this.#bot !== null) await this.#bot.process.run(`run --now ${date}T09:00:00Z`);
      await this.document.run(() => this.host.fireDue());
    }
    return `It is ${new Date(this.now()).toISOString().slice(0, 10)}.`;
  }

  /** Functions end first: a jump of hours would be the end of their time. */
  async #move(iso: string): Promise<void> {
    await this.workbook.calls.settle();
    await this.sandbox.admin.setClock(iso);
    this.#clock.ahead = Date.parse(iso) - Date.now();
  }
}
