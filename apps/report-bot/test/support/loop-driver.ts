import { EventEmitter, once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatRunEvent } from '../../src/cli/io/format.ts';
import { formatCollectResult } from '../../src/collect/daily.ts';
import { openLoops } from '../../src/delivery/loops.ts';
import { readSettings, type StoreLocation } from '../../src/settings/settings.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import type { openWatch } from '../../src/watch/watch.ts';
import { createLedgerDatabase, smtpPassword } from './ledgers.ts';
import { formatSettings, type SettingsValues } from './settings-text.ts';
import { makeDatabaseFolder } from './temporary-folder.ts';

/** The loops of `start` in this process, on a clock that the test moves. */
export interface LoopDriver {
  readonly store: Store;
  /** Everything that `start` would print, without the time. */
  readonly lines: string[];
  /** Settles once `start` has printed a line with this text. */
  says(text: string): Promise<void>;
  readonly warnings: string[];
  /** What would end `start`. */
  readonly fatal: unknown[];
  /** One tick at this instant, and the end of all that it began. */
  at(iso: string): Promise<void>;
  /** One tick at this instant. */
  begin(iso: string): void;
  /** What the loops and the settings are now. */
  readonly watched: Pick<Parameters<typeof openWatch>[0], 'store' | 'settings' | 'loops' | 'clock'>;
  /** Other settings from the next pass on, as after SIGHUP. */
  reload(changed: Partial<SettingsValues>, edit?: (text: string) => string): void;
  /** Other loops on the same ledger, as another process would have. */
  restart(): void;
  close(): Promise<void>;
}

/** By default on a PostgreSQL database of its own, which opens in a tenth of the time of a data folder. */
export async function openLoopDriver(
  wanted: SettingsValues & {
    readonly key: string;
    readonly more?: string;
    readonly checksClock?: boolean;
    readonly variables?: Readonly<Record<string, string>>;
    readonly edit?: (text: string) => string;
  },
  given?: StoreLocation | 'folder',
): Promise<LoopDriver> {
  const folder = makeDatabaseFolder('minutes');
  const file = join(folder, 'answershare.yaml');
  const { edit = (text: string) => text } = wanted;
  writeFileSync(file, edit(`${formatSettings(wanted)}${wanted.more ?? ''}`));
  const secrets = { ANSWERSHARE_API_KEY: wanted.key, SMTP_PASSWORD: smtpPassword, ...wanted.variables };
  const read = () => readSettings(file, secrets);
  let settings = read();
  const location = given === 'folder' ? { folder: join(folder, 'data') } : given;
  const store = await openStore(location ?? { url: await createLedgerDatabase() });
  const ended = new AbortController();
  const [lines, warnings, fatal]: [string[], string[], unknown[]] = [[], [], []];
  const heard = new EventEmitter();
  const print = (...printed: readonly string[]): void => {
    lines.push(...printed);
    heard.emit('line');
  };
  let now = 0;
  const fresh = () =>
    openLoops({
      store,
      get settings() {
        return settings;
      },
      get mail() {
        return settings.mail;
      },
      clock: () => now,
      ...(wanted.checksClock === undefined ? {} : { checksClock: wanted.checksClock }),
      shutdown: { ended: ended.signal, late: ended.signal },
      report: (event) => print(formatRunEvent(event)),
      collected: (result) => print(...formatCollectResult(result)),
      log: (line) => print(line),
      writeError: (line) => warnings.push(line),
      failed: (reason) => fatal.push(reason),
    });
  let loops = fresh();
  const begin = (iso: string): void => {
    now = Date.parse(iso);
    loops.tick();
  };
  return {
    store,
    lines,
    says: async (text) => {
      while (!lines.some((line) => line.includes(text))) await once(heard, 'line');
    },
    warnings,
    fatal,
    watched: { store, settings: () => settings, loops: () => loops.state(), clock: () => now },
    begin,
    at: async (iso) => {
      begin(iso);
      await loops.idle();
    },
    reload: (changed, change = edit) => {
      writeFileSync(file, change(`${formatSettings({ ...wanted, ...changed })}${wanted.more ?? ''}`));
      settings = read();
    },
    restart: () => {
      loops = fresh();
    },
    close: async () => {
      ended.abort();
      await loops.idle();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
