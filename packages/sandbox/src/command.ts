import { Command, CommanderError } from 'commander';
import { CommandError } from './running-sandboxes.ts';
import { type ServeOptions, serve } from './serve.ts';
import { TEAM_NAMES } from './tenants/teams.ts';
import { EVENT_KINDS, KINDS } from './webhooks/kinds.ts';
import { COMMAND, type ListenOptions, listen, type TriggerOptions, trigger } from './webhooks-command.ts';

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const formatExamples = (lines: readonly string[], exitCodes: string): string =>
  ['', 'Examples:', ...lines.map((line) => `  ${COMMAND} ${line}`), '', `Exit codes: ${exitCodes}`].join(
    '\n',
  );

const KNOWN_KINDS = EVENT_KINDS.map(
  (kind) => `  ${KINDS[kind].dot}  (Form ${KINDS[kind].forms.join(' and ')})`,
);

/** The options by which a command finds a running sandbox. */
function addTargetOptions(command: Command): Command {
  return command
    .option('--port <n>', 'port of the sandbox; omitted: the only one that runs')
    .option(
      '--admin-token <token>',
      'needed only for a sandbox that another user started; better: the variable SANDBOX_ADMIN_TOKEN',
    )
    .option('--json', 'one JSON object per line');
}

/** The command line. `setExitCode` gets 1 if deliveries were not accepted. */
export function createSandboxProgram(setExitCode: (code: number) => void): Command {
  const program = new Command(COMMAND)
    // The options of a command have the names of the program's.
    .enablePositionalOptions()
    .description('A local analytics service: the whole API in Form 1 or Form 2, until Ctrl+C.')
    .option('--form <1|2>', 'the Form to serve; required')
    .option('--port <n>', '0 or omitted: a free port')
    .option('--host <host>', 'omitted: 127.0.0.1; warns if other machines can connect')
    .option('--seed <n>', 'determines ids, keys and data; omitted: 1')
    .option('--now <iso>', "freezes the clock; omitted: the machine's clock")
    .option('--admin-token <token>', 'omitted: the variable SANDBOX_ADMIN_TOKEN, else random')
    .option('--allow-remote-webhooks', 'permits webhooks to other machines')
    .option('--quirks <file.json>', 'switches as {"name": "value"}; also the variable SANDBOX_QUIRKS')
    .option('--quirk <name=value>', 'one switch; repeatable', collect)
    .option('--json', 'one JSON object instead of the table')
    .addHelpText(
      'after',
      formatExamples(
        [
          '--form 2 --port 4300',
          '--form 1 --now 2026-11-16T09:00:00Z --quirk reset=iso --json',
          'webhooks listen',
        ],
        '0 after Ctrl+C or a signal; 1 it cannot listen; 2 the command line is wrong.',
      ),
    )
    .action((options: ServeOptions) => serve(options));

  const webhooks = program.command('webhooks').description('deliveries of a running sandbox');
  addTargetOptions(webhooks.command('listen'))
    .description('register an endpoint, print its secret and each delivery, and remove it at Ctrl+C')
    .option(
      '--forward-to <url>',
      'receiver of the deliveries; omitted: this command, which prints the bodies',
    )
    .option('--kind <kind>', 'only this kind of event; repeatable', collect)
    .option('--team <name>', `one of ${TEAM_NAMES.join(', ')}; omitted: demo`)
    .addHelpText(
      'after',
      formatExamples(
        ['webhooks listen', 'webhooks listen --forward-to http://127.0.0.1:3000/hook --port 4300'],
        '0 after Ctrl+C or a signal; 1 no sandbox answers, or it stopped; 2 the command line is wrong.',
      ),
    )
    .action((options: ListenOptions) => listen(options));
  addTargetOptions(webhooks.command('trigger'))
    .description('send one event now and print its deliveries')
    .argument('<kind>', 'kind of the event')
    .option('--website <id>', "omitted: the demo team's first website")
    .addHelpText(
      'after',
      ['', 'Kinds:', ...KNOWN_KINDS].join('\n') +
        '\n' +
        formatExamples(
          ['webhooks trigger citation.new', 'webhooks trigger competitor.alert --website ID --json'],
          '0 each delivery was accepted; 1 not accepted, or no endpoint or sandbox; 2 the command line is wrong.',
        ),
    )
    .action(async (kind: string, options: TriggerOptions) =>
      setExitCode((await trigger(kind, options)) ? 0 : 1),
    );
  for (const command of [program, webhooks, ...webhooks.commands])
    command
      .helpCommand(false)
      .exitOverride()
      .configureOutput({ outputError: () => undefined });
  return program;
}

/** The help of the command that a command line names. */
function adviseHelp(argv: readonly string[]): string {
  const words =
    argv[0] !== 'webhooks' ? [] : argv.slice(0, ['listen', 'trigger'].includes(argv[1] ?? '') ? 2 : 1);
  return `Run "${[COMMAND, ...words, '--help'].join(' ')}" for the options.`;
}

/** Runs a command line and returns its exit code. */
export async function runSandbox(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  try {
    await createSandboxProgram((code) => {
      exitCode = code;
    }).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportError(error, argv);
  }
}

function reportError(error: unknown, argv: readonly string[]): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof CommandError && error.exitCode === 1) {
    console.error(error.message);
    return 1;
  }
  const isUsageError =
    error instanceof CommanderError || error instanceof CommandError || error instanceof RangeError;
  if (!isUsageError) throw error;
  // A group without a command prints its help.
  if (!(error instanceof CommanderError && error.code === 'commander.help'))
    console.error(
      `${error.message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase())}\n${adviseHelp(argv)}`,
    );
  return 2;
}
