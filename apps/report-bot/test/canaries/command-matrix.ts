import { startSandbox } from '@answershare/sandbox';
import { type CanaryBot, startCanaryBot } from './canary-bots.ts';
import { mailBehaviours, openHostileMailServer } from './hostile-mail-server.ts';
import { openHostileService, type ServiceBehaviour, serviceBehaviours } from './hostile-service.ts';
import { findTraces, type Trace } from './traces.ts';

const monday = '2026-11-23T08:00:00Z';

export interface MatrixResult {
  readonly lines: number;
  /** How often each exit code came. */
  readonly exitCodes: Readonly<Record<number, number>>;
  readonly mails: number;
  readonly traces: readonly Trace[];
}

/**
 * Runs every command that asks or sends, in every manner of a hostile mail server and every nth of a hostile service, in one
 * process of the real command, and looks for the house's secrets in whatever came of it.
 */
export async function runMatrix(canaryBot: CanaryBot, every = 1): Promise<MatrixResult> {
  const sandbox = await startSandbox({ form: 2, now: '2026-11-18T06:00:00Z' });
  const service = await openHostileService(sandbox);
  const { user, password, key } = canaryBot.secrets;
  const smtpServer = await openHostileMailServer(() => [user, password, key]);
  service.knows = [password, user];
  const website = sandbox.websites[0]?.id ?? '';
  const runningBot = startCanaryBot(canaryBot, service.url, smtpServer.port, [website]);
  const exitCodes: Record<number, number> = {};
  let lines = 0;
  const run = async (line: string): Promise<void> => {
    const { exitCode } = await runningBot.run(line.split(' '));
    exitCodes[exitCode] = (exitCodes[exitCode] ?? 0) + 1;
    lines += 1;
  };
  try {
    // The first nine are good answers in another writing each, up to the last day of the week that is mailed.
    let day = Date.UTC(2026, 10, 14, 6);
    const behaviours = [...Object.keys(serviceBehaviours), 'silence'] as ServiceBehaviour[];
    for (const behaviour of behaviours.filter((_, index) => index % every === 0)) {
      service.behave(behaviour);
      if (day > Date.UTC(2026, 10, 23)) day = Date.UTC(2026, 9, 1, 6);
      const now = new Date(day).toISOString();
      day += 86_400_000;
      for (const line of [
        `snapshot --now ${now}`,
        `snapshot --json --now ${now}`,
        'check',
        'call websites',
        'call websites --json',
        `call competitors --website ${website} --raw`,
        `call citations --website ${website}`,
        'doctor --quick --json',
        'doctor --quick',
      ])
        await run(line);
    }
    service.behave('names plain');
    for (const behaviour of mailBehaviours) {
      smtpServer.behave(behaviour);
      for (const line of [
        'check --json',
        `send-test --to me@example.com --now ${monday}`,
        `run --now ${monday}`,
        `run --json --now ${monday}`,
        `list --now ${monday}`,
        `list --json --now ${monday}`,
      ])
        await run(line);
    }
    for (const line of [
      `run --dry-run --week 2026-W46 --now ${monday}`,
      `preview --out preview --now ${monday}`,
      `preview --out preview --json --now ${monday}`,
      `history --csv --now ${monday}`,
      `explain ${website}/share --week 2026-W47 --now ${monday}`,
      `export --week 2026-W47 --out export --now ${monday}`,
      `replay 2026-W47 --out replay --now ${monday}`,
      'init --config other.yaml',
    ])
      await run(line);
  } finally {
    await service.close();
    await smtpServer.close();
    await sandbox.close();
  }
  const left = await runningBot.leave([]);
  const secrets = Object.values(canaryBot.secrets);
  const mailed = smtpServer.received.flatMap((mail) => findTraces('mail', mail, secrets));
  return { lines, exitCodes, mails: smtpServer.received.length, traces: [...left, ...mailed] };
}
