import { Command } from 'commander';
import type { CallOptions } from './cli/commands/call.ts';
import type { DoctorOptions } from './cli/commands/doctor.ts';
import type { PlanOptions } from './cli/commands/quota.ts';
import type { ReadOptions } from './cli/commands/read.ts';
import type { SettleOptions } from './cli/commands/settle.ts';
import type { SnapshotOptions } from './cli/commands/snapshot.ts';
import type { DiagnoseOptions } from './cli/commands/webhook.ts';
import type { CommandContext, Streams } from './cli/io/context.ts';
import { parseClock } from './cli/io/options.ts';
import type { ExitCode } from './system/errors.ts';

const appendOption = (value: string, before: readonly string[]): string[] => [...before, value];

/** Commands that explore an undocumented API. None of them needs a settings file. */
function addExploreCommands(
  root: Command,
  context: CommandContext,
  setExitCode: (code: 0 | ExitCode) => void,
): void {
  const json = ['--json', 'print JSON'] as const;
  const config = ['--config <file>', 'settings file (default: "./answershare.yaml")'] as const;
  const now = ['--now <instant>', 'act as if it were this instant, ISO 8601'] as const;
  const service = (command: Command): Command =>
    command
      .option(...config)
      .option('--url <address>', 'ask this service instead of the one in the settings')
      .option('--key-env <name>', 'the variable with the key; ANSWERSHARE_API_KEY where not given');

  service(root.command('doctor').description('find out which Form the service speaks'))
    .option('--quick', 'at most two requests')
    .option('--confirm', 'ask which recipes are right, and keep those for the next snapshot')
    .option('--offline <files...>', 'take answers that "call --json" kept, and ask nobody')
    .option(...json)
    .action(async (options: DoctorOptions) => {
      const { diagnoseService } = await import('./cli/commands/doctor.ts');
      setExitCode(await diagnoseService(context, options));
    });
  service(root.command('call <endpoint>').description('send one request and show the answer and its limits'))
    .option('--website <id>', 'the website to ask about; "" asks without one')
    .option('--window <window>', 'for analytics: 30d, or 2026-11-01..2026-11-07')
    .option('--param <name=value>', 'a parameter more; an empty value leaves one out', appendOption, [])
    .option('--form <form>', 'the words of Form 1 or 2, or auto: as the store has learnt; default 1')
    .option('--raw', 'the body alone, as it came')
    .option('--dry-run', 'print the requests of the question with their fallbacks, and send none')
    .option(...now)
    .option(...json)
    .action(async (endpoint: string, options: CallOptions) => {
      const { callEndpoint } = await import('./cli/commands/call.ts');
      setExitCode(await callEndpoint(context, endpoint, options));
    });
  root
    .command('read <kind> [files...]')
    .description('show how bodies are read and why; - or nothing for standard input')
    .option('--recipe <file>', 'read by the recipe of this file')
    .option(...config)
    .option(...json)
    .action(async (kind: string, files: string[], options: ReadOptions) => {
      const { readBodies } = await import('./cli/commands/read.ts');
      setExitCode(await readBodies(context, kind, files.length === 0 ? ['-'] : files, options));
    });
  root
    .command('recognise <kind> <files...>')
    .description('inspect several bodies of one endpoint together and print the recipe that reads them')
    .option(...json)
    .action(async (kind: string, files: string[], options: { json?: boolean }) => {
      const { recogniseBodies } = await import('./cli/commands/recognise.ts');
      setExitCode(await recogniseBodies(context, kind, files, options));
    });
  const webhook = root.command('webhook').description('deliveries that the service pushes');
  webhook
    .command('diagnose <capture>')
    .description('find how a captured delivery was signed; - for standard input')
    .option('--secret-env <name>', 'a variable with the secret; may be repeated', appendOption, [])
    .option('--secret-file <file>', 'a file with the secret; may be repeated', appendOption, [])
    .option(...config)
    .option(...now)
    .option(...json)
    .action(async (capture: string, options: DiagnoseOptions) => {
      const { diagnoseWebhook } = await import('./cli/commands/webhook.ts');
      setExitCode(await diagnoseWebhook(context, capture, options));
    });
  const quota = root.command('quota').description('what requests cost');
  quota
    .command('plan')
    .description('say what a schedule costs and what fits a plan; asks nobody')
    .requiredOption('--websites <number>', 'how many websites')
    .option('--endpoints <names>', 'what is asked for each', 'analytics,citations,competitors,authority')
    .option('--per-day <rounds>', 'rounds a day; 1 where not given')
    .option('--every <span>', 'the time between rounds in place of --per-day: 6h, 30min or 2d')
    .option('--plan <plan>', 'starter, growth or enterprise; all where not given')
    .option('--reserve <percent>', 'share of the day that is kept for people and retries', '10')
    .option(...json)
    .action(async (options: PlanOptions) => {
      const { planQuota } = await import('./cli/commands/quota.ts');
      setExitCode(planQuota(context, options));
    });
}

interface CommonOptions {
  readonly config: string;
  readonly now?: string;
  readonly json?: boolean;
}

/** The command line: each command with its options. An action loads its own module. */
export function createProgram(
  context: CommandContext,
  streams: Streams,
  setExitCode: (code: 0 | ExitCode) => void,
  runBatch: (keepGoing: boolean) => Promise<0 | ExitCode>,
): Command {
  const root = new Command('answershare')
    .description('Authority, AI citations and share of voice in the weekly mail.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.out(text),
      writeErr: (text) => streams.err(text),
      outputError: () => undefined,
    });
  const command = (name: string, about: string): Command =>
    root.command(name).description(about).option('--config <file>', 'settings file', './answershare.yaml');
  const timed = (name: string, about: string): Command =>
    command(name, about).option('--now <instant>', 'act as if it were this instant, ISO 8601');
  const json = ['--json', 'print JSON'] as const;

  command('init', 'write a commented settings file and .env.example').action(
    async (options: CommonOptions) => {
      const { writeInitialSettings } = await import('./cli/commands/init.ts');
      setExitCode(await writeInitialSettings(context, options.config));
    },
  );
  timed('check', 'check settings, key, websites and mail server')
    .option(...json)
    .action(async (options: CommonOptions) => {
      const { checkSetup } = await import('./cli/commands/check.ts');
      setExitCode(await checkSetup(context, options.config, parseClock(options.now), options.json === true));
    });
  addExploreCommands(root, context, setExitCode);
  timed('snapshot', "take today's snapshot of the websites")
    .option('--forget-future', 'remove the snapshots that lie in the future, and ask nothing')
    .option(...json)
    .action(async (options: CommonOptions & SnapshotOptions) => {
      const clock = parseClock(options.now);
      const { takeSnapshot } = await import('./cli/commands/snapshot.ts');
      setExitCode(await takeSnapshot(context, options.config, clock, options));
    });
  timed('preview', 'write a digest as html, txt and eml without sending')
    .option('--week <week>', 'ISO week, 2026-W47; default the last complete one')
    .option('--schedule <id>', 'only this schedule')
    .option('--out <folder>', 'where to write', './answershare-preview')
    .option(...json)
    .action(async (options: CommonOptions) => {
      const { previewDigests } = await import('./cli/commands/preview.ts');
      setExitCode(await previewDigests(context, options.config, options));
    });
  timed('run', 'plan, compose and send what is due, once')
    .option('--week <week>', 'this ISO week instead of what is due')
    .option('--schedule <id>', 'only this schedule')
    .option('--dry-run', 'say what would be sent, write nothing')
    .option('--to <address>', 'send a marked copy to this address only, outside the ledger')
    .option(...json)
    .action(async (options: CommonOptions) => {
      const { runOnce } = await import('./cli/commands/run.ts');
      setExitCode(await runOnce(context, options.config, options));
    });
  timed('start', 'keep running: daily snapshots and digests when due').action(
    async (options: CommonOptions) => {
      const clock = parseClock(options.now);
      const { runDaemon: startBot } = await import('./cli/commands/start.ts');
      setExitCode(await startBot(context, options.config, clock));
    },
  );
  timed('list', 'schedules, runs and deliveries')
    .option(...json)
    .action(async (options: CommonOptions) => {
      const clock = parseClock(options.now);
      const { listState } = await import('./cli/commands/list.ts');
      setExitCode(await listState(context, options.config, clock, options.json === true));
    });
  timed('settle [id]', 'decide on uncertain mails')
    .requiredOption('--as <state>', 'sent (it arrived) or ready (send it again)')
    .option('--all', 'all uncertain mails of the week that --week names')
    .option('--week <week>', 'ISO week, 2026-W47')
    .action(async (id: string | undefined, options: CommonOptions & SettleOptions) => {
      const { settleMails } = await import('./cli/commands/settle.ts');
      setExitCode(await settleMails(context, options.config, id, options, parseClock(options.now)));
    });
  root
    .command('batch')
    .description('run the command lines of standard input in this one process')
    .option('--keep-going', 'go on after a failure')
    .action(async (options: { keepGoing?: boolean }) =>
      setExitCode(await runBatch(options.keepGoing === true)),
    );
  return root;
}
