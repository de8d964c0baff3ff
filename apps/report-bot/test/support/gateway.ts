import type { Bot, Finished } from './bot.ts';

/** A running `serve`. */
export interface TestGateway {
  readonly url: string;
  /** A GET under /api/v1; null sends no key. */
  get(path: string, key: string | null, headers?: Readonly<Record<string, string>>): Promise<Response>;
  stop(): Promise<Finished>;
}

/** The settings that a gateway adds. */
export const gatewaySettings = 'http: {listen: "127.0.0.1:0"}\ngateway: {}\n';

export async function startGateway(bot: Bot, now: string): Promise<TestGateway> {
  const running = await bot.begin(['serve', '--json', '--now', now]);
  let out = '';
  running.child.stdout?.on('data', (text: string) => {
    out += text;
  });
  await running.says('"url":"');
  const url = /"url":"([^"]+)"/.exec(out)?.[1] ?? '';
  return {
    url,
    get: (path, key, headers = {}) =>
      fetch(`${url}/api/v1${path}`, {
        headers: { ...headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      }),
    stop: async () => {
      running.child.kill('SIGTERM');
      return running.finished;
    },
  };
}

/** Creates a key as a person does. */
export async function createKey(
  bot: Bot,
  now: string,
  ...args: readonly string[]
): Promise<{ id: string; key: string }> {
  const { code, out, err } = await bot.run([
    'keys',
    'create',
    '--name',
    'Test',
    '--json',
    '--now',
    now,
    ...args,
  ]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as { id: string; key: string };
}
