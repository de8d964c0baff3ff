import { Command, Option } from 'commander';
import manifest from '#manifest' with { type: 'json' };
import { type Context, defaultConfig } from './cli/io/context.ts';
import { addHelp } from './cli/io/help.ts';
import type { Streams } from './cli/io/terminal.ts';
import type { ExitCode } from './system/errors.ts';

const appendOption = (value: string, before: readonly string[]): string[] => [...before, value];

const json = ['--json', 'print JSON'] as const;
const config = ['--config <file>', `settings file (default: "${defaultConfig}")`] as const;
/** The address of "npm run -s sandbox -- --form 2 --port 4300". */
const sandboxUrl = 'http://127.0.0.1:4300';
const now = ['--now <instant>', 'use this instant as the current time, ISO 8601'] as const;

/** Turns a command into an action that loads it. */
type Run = <A extends unknown[]>(
  load: () => Promise<(context: Context, ...args: A) => ExitCode | Promise<ExitCode>>,
) => (...args: A) => Promise<void>;

/** Commands that explore an undocumented API. None of them needs a settings file. */
function addExploreCommands(root: Command, run: Run): void {
  const service = (command: Command): Command =>
    command
      .option(...config)
      .option('--url <address>', 'call this service instead of the configured one')
      .option('--key-env <name>', 'the variable with the key; default ANSWERSHARE_API_KEY')
      .option('--service <name>', 'one of several services of the settings');

  service(root.command('doctor').description('detect which Form the service uses'))
    .option('--quick', 'at most two requests')
    .option('--confirm', 'ask which recipes are right, and save them for the next snapshot')
    .option('--offline <files...>', 'read answers recorded by "call --json", and send no request')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/doctor.ts')).diagnoseService));
  service(root.command('call <endpoint>').description('send one request and show the answer and its limits'))
    .option('--website <id>', 'the website of the request; "" omits it')
    .option(
      '--window <window>',
      'for analytics: 30d, "last month", 2026-10 or 2026-11-01..2026-11-07, in UTC',
    )
    .option('--param <name=value>', 'add a query parameter; an empty value removes it', appendOption, [])
    .option('--form <form>', 'query dialect; default that of the settings; auto is the learnt one, or 1')
    .option('--raw', 'print the unchanged body only')
    .option('--dry-run', 'print the planned requests with their fallbacks, and send none')
    .option(...now)
    .option(...json)
    .action(run(async () => (await import('./cli/commands/call.ts')).callEndpoint));
  root
    .command('read <kind> [files...]')
    .description('explain how bodies are read; - or nothing for standard input')
    .option('--recipe <file>', 'read by the recipe of this file')
    .option('--service <name>', 'one of several services of the settings')
    .option(...config)
    .option(...json)
    .action(run(async () => (await import('./cli/commands/read.ts')).readBodies));
  root
    .command('recognise <kind> <files...>')
    .description('recognise several bodies of one endpoint and print their recipe')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/recognise.ts')).recogniseBodies));
  const webhook = root.command('webhook').description('webhook deliveries of the service');
  webhook
    .command('diagnose <capture>')
    .description('find how a captured delivery was signed; - for standard input')
    .option('--secret-env <name>', 'a variable with the secret; may be repeated', appendOption, [])
    .option('--secret-file <file>', 'a file with the secret; may be repeated', appendOption, [])
    .option(...config)
    .option(...now)
    .option(...json)
    .action(run(async () => (await import('./cli/commands/webhook.ts')).diagnoseWebhook));
  const quota = root.command('quota').description('the cost of requests');
  quota
    .command('plan')
    .description('compute the cost of a schedule and the plans that fit; sends no request')
    .requiredOption('--websites <number>', 'number of websites')
    .option('--endpoints <names>', 'endpoints per website', 'analytics,citations,competitors,authority')
    .option('--per-day <rounds>', 'rounds per day; default 1')
    .option('--every <span>', 'time between rounds instead of --per-day: 6h, 30min or 2d')
    .option('--plan <plan>', 'only this plan; default all')
    .option('--reserve <percent>', 'per cent of the daily requests to reserve', '10')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/quota.ts')).planQuota));
}

/** The keys of the gateway. */
function addKeyCommands(root: Command, run: Run): void {
  const keys = root.command('keys').description('keys of the gateway: who may read which websites');
  const command = (name: string, about: string): Command =>
    keys
      .command(name)
      .description(about)
      .option('--config <file>', 'settings file', defaultConfig)
      .option(...now)
      .option(...json);
  command('create', 'create a key, and show it once')
    .requiredOption('--name <name>', 'who uses it, "Client A sheet"')
    .option('--websites <list>', 'ids, domains or names, separated by commas; default all websites')
    .option('--expires <when>', 'days, 90d, or a day, 2027-01-31; default never')
    .option('--per-minute <number>', 'requests a minute; default of the settings')
    .option('--per-day <number>', 'requests a day; default of the settings')
    .action(run(async () => (await import('./cli/commands/keys.ts')).createKey));
  command('list', 'the keys, their websites and their use').action(
    run(async () => (await import('./cli/commands/keys.ts')).listKeys),
  );
  command('rotate <id>', 'create a second key with the same rights; both work until you revoke one').action(
    run(async () => (await import('./cli/commands/keys.ts')).rotateKey),
  );
  command('revoke <id>', 'revoke a key at once').action(
    run(async () => (await import('./cli/commands/keys.ts')).revokeKey),
  );
}

/** The command line: each command with its options. An action loads its own module. */
export function createProgram(
  name: string,
  context: Context,
  streams: Streams,
  setExitCode: (code: ExitCode) => void,
  runBatch: (keepGoing: boolean) => Promise<ExitCode>,
): Command {
  const run: Run =
    (load) =>
    async (...args) =>
      setExitCode(await (await load())(context, ...args));
  const root = new Command(name)
    .description('Authority, AI citations and share of voice in the weekly mail.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.out(text),
      writeErr: (text) => streams.err(text),
      outputError: () => undefined,
    });
  const command = (name: string, about: string, parent = root): Command =>
    parent.command(name).description(about).option('--config <file>', 'settings file', defaultConfig);
  const timed = (name: string, about: string, parent = root): Command =>
    command(name, about, parent).option(...now);

  command('init', 'write commented settings, .env.example and answershare.schema.json')
    .addOption(new Option('--sender <sender>', 'who sends the mails').default('smtp').conflicts('sandbox'))
    .addOption(
      new Option('--sandbox [url]', 'write .env instead of .env.example, for a local sandbox').preset(
        sandboxUrl,
      ),
    )
    .option(...json)
    .action(run(async () => (await import('./cli/commands/init.ts')).initSettings));
  timed('check', 'check settings, key, websites, mail server and channels')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/check.ts')).checkSetup));
  addExploreCommands(root, run);
  timed('snapshot', "take today's snapshot of the websites")
    .option('--forget-future', 'delete snapshots and runs with a future date, and send no request')
    .option('--service <name>', 'only of this one of several services')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/snapshot.ts')).takeSnapshot));
  const scheduled = (name: string, about: string): Command =>
    timed(name, about).option('--schedule <id>', 'only this schedule or alert');
  const recipient = ['--recipient <address>', 'only what this recipient gets'] as const;
  const shown = (name: string, about: string): Command =>
    scheduled(name, about)
      .option(...recipient)
      .option(
        '--week <week>',
        'ISO week, 2026-W47, or day of an alert; default the last complete one, or the current one without that',
      );
  const reported = (name: string, about: string): Command =>
    scheduled(name, about)
      .option(...recipient)
      .option('--week <week>', 'ISO week, 2026-W47, or day of an alert; default the last reported one');
  shown(
    'preview',
    'write a page with the latest digests, and one as html, txt, eml and JSON, without sending',
  )
    .option('--out <folder>', 'output folder', './answershare-preview')
    .option('--fixtures', 'show example weeks instead of those of the ledger')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/preview.ts')).previewDigests));
  shown('send-test', 'send a marked copy to one address only, outside the ledger')
    .requiredOption('--to <address>', 'the address, me@example.com')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/send-test.ts')).sendTest));
  scheduled('run', 'plan, compose and send what is due, once')
    .option('--week <week>', 'this ISO week instead of what is due')
    .option('--dry-run', 'print what would be sent, write nothing')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/run.ts')).runOnce));
  timed('start', 'keep running: daily snapshots and digests when due')
    .option('--json', 'print one JSON line per event')
    .action(run(async () => (await import('./cli/commands/start.ts')).runDaemon));
  timed('serve', 'answer sheets and assistants under /api/v1 and /mcp, without snapshots and mails')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/serve.ts')).serveGateway));
  addKeyCommands(root, run);
  timed('status', 'what a running "start" knows of itself: what is late, uncertain or refused, and why')
    .option('--max-age <span>', 'exit 1 for an older status: 90s, 3m or 2h', '3m')
    .option('--live', 'let only the age decide the exit code, as a health check does')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/status.ts')).printStatus));
  timed('list', 'schedules, runs and deliveries; why a week was not sent')
    .option('--week <week>', 'only runs and deliveries of this ISO week, 2026-W47')
    .addOption(
      new Option('--state <state>', 'only deliveries in this state').choices([
        'ready',
        'sent',
        'refused',
        'uncertain',
        'withdrawn',
      ]),
    )
    .option('--limit <number>', 'at most so many deliveries, newest week first', '10000')
    .option('--audit <id>', 'what happened to this delivery and its run, and when, in place of the lists')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/list.ts')).listState));
  scheduled(
    'history [website]',
    'weekly levels, changes and verdicts of the ledger; weeks that were not sent',
  )
    .option(...recipient)
    .option('--weeks <number>', 'complete weeks, at most 52', '8')
    .option('--csv', 'print CSV')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/history.ts')).printHistory));
  reported('explain <figure>', 'inputs, formula, interval and snapshots behind a figure: WEBSITE/share')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/explain.ts')).explain));
  scheduled(
    'replay <week>',
    "write the mails of a past week, or of an alert's day, as they were sent, and compare them",
  )
    .option('--to <address>', 'only the mail to this address')
    .option('--out <folder>', 'output folder', './answershare-replay')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/replay.ts')).replayWeek));
  reported('export', 'write a digest as eml, CSV and JSON')
    .option('--out <folder>', 'output folder', './answershare-export')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/export.ts')).exportDigests));
  timed('mcp', 'serve the Model Context Protocol on standard input and output, for an assistant').action(
    run(async () => (await import('./cli/commands/mcp.ts')).serveMcp),
  );
  timed('settle [id]', 'resolve uncertain mails, or send refused ones again')
    .requiredOption('--as <state>', 'sent (it arrived) or ready (send it again)')
    .option('--all', 'all such mails of the week that --week names')
    .option('--refused', 'refused mails instead of uncertain ones; only with --as ready')
    .option('--week <week>', 'ISO week, 2026-W47')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/settle.ts')).settleMails));
  timed('note <text>', 'record what happened on a day, for the mails to name next to a change')
    .requiredOption('--on <day>', 'day, 2026-11-03')
    .option('--website <website>', 'only about this id, domain or name')
    .option('--forget', 'delete this note')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/note.ts')).noteEvent));
  const suppressions = root.command('suppressions').description('addresses that get no mail, and why');
  timed('list', 'print them with reason, source and date', suppressions)
    .option(...json)
    .action(run(async () => (await import('./cli/commands/suppressions.ts')).printSuppressions));
  timed('add <address...>', 'send these addresses no mail of any schedule or alert', suppressions)
    .addOption(
      new Option('--reason <reason>', 'why')
        .choices(['unsubscribed', 'bounced', 'complained', 'by hand'])
        .default('by hand'),
    )
    .option(...json)
    .action(run(async () => (await import('./cli/commands/suppressions.ts')).addSuppressions));
  timed('remove <address...>', 'send mails to these addresses again', suppressions)
    .option(...json)
    .action(run(async () => (await import('./cli/commands/suppressions.ts')).removeSuppressions));
  scheduled('skip', 'record that a week is not to be sent, or was sent by an original of this ledger')
    .requiredOption('--week <week>', 'ISO week, 2026-W47')
    .option('--as <state>', 'skipped, or sent: "run --week" then sends nothing', 'skipped')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/skip.ts')).skipWeek));
  timed('backup <file>', 'write the whole ledger to a new file, also while "start" runs')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/backup.ts')).backUpLedger));
  timed('restore <file>', 'put a backup into an empty ledger, and hold what came due since')
    .option(...json)
    .action(run(async () => (await import('./cli/commands/restore.ts')).restoreLedger));
  const store = root.command('store').description('the place of the ledger');
  store
    .command('move')
    .description('copy the ledger to an empty folder or PostgreSQL database, and compare each row')
    .option('--config <file>', 'settings file', defaultConfig)
    .option('--to <place>', 'a folder, or a PostgreSQL address without a password')
    .option('--to-env <name>', 'the variable with the address')
    .option(...now)
    .option(...json)
    .action(run(async () => (await import('./cli/commands/store.ts')).moveLedger));
  root
    .command('completion <shell>')
    .description('print a script that completes command lines')
    .action(run(async () => (await import('./cli/commands/completion.ts')).printCompletion));
  root
    .command('batch')
    .description('run command lines from standard input in one process')
    .option('--keep-going', 'continue after a failure')
    .action(async (options: { keepGoing?: boolean }) =>
      setExitCode(await runBatch(options.keepGoing === true)),
    );
  addHelp(root);
  return root;
}
