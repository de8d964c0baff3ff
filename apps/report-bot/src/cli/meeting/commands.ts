import type { Command } from 'commander';
import type { ExitCode } from '../../complaint.ts';
import type { Context } from '../context.ts';
import type { DoctorOptions } from '../doctor.ts';
import type { CallOptions } from './call.ts';
import type { DiagnoseOptions } from './diagnose-webhook.ts';
import type { PlanOptions } from './plan-quota.ts';
import type { ReadOptions } from './read-body.ts';

const gathered = (value: string, before: readonly string[]): string[] => [...before, value];

/** The commands for meeting an API whose answers no document shows. None of them needs a settings file. */
export function meetingCommands(root: Command, context: Context, settle: (code: 0 | ExitCode) => void): void {
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
      const { doctor } = await import('../doctor.ts');
      settle(await doctor(context, options));
    });
  service(root.command('call <endpoint>').description('send one request and show the answer and its limits'))
    .option('--website <id>', 'the website to ask about; "" asks without one')
    .option('--window <window>', 'for analytics: 30d, or 2026-11-01..2026-11-07')
    .option('--param <name=value>', 'a parameter more; an empty value leaves one out', gathered, [])
    .option('--form <form>', 'the words of Form 1 or 2, or auto: as the store has learnt; default 1')
    .option('--raw', 'the body alone, as it came')
    .option('--dry-run', 'print the requests of the question with their fallbacks, and send none')
    .option(...now)
    .option(...json)
    .action(async (endpoint: string, options: CallOptions) => {
      const { call } = await import('./call.ts');
      settle(await call(context, endpoint, options));
    });
  root
    .command('read <kind> [files...]')
    .description('show how bodies are read and why; - or nothing for standard input')
    .option('--recipe <file>', 'read by the recipe of this file')
    .option(...config)
    .option(...json)
    .action(async (kind: string, files: string[], options: ReadOptions) => {
      const { readBody } = await import('./read-body.ts');
      settle(await readBody(context, kind, files.length === 0 ? ['-'] : files, options));
    });
  root
    .command('recognise <kind> <files...>')
    .description('inspect several bodies of one endpoint together and print the recipe that reads them')
    .option(...json)
    .action(async (kind: string, files: string[], options: { json?: boolean }) => {
      const { recogniseBodies } = await import('./recognise-bodies.ts');
      settle(await recogniseBodies(context, kind, files, options));
    });
  const webhook = root.command('webhook').description('deliveries that the service pushes');
  webhook
    .command('diagnose <capture>')
    .description('find how a captured delivery was signed; - for standard input')
    .option('--secret-env <name>', 'a variable with the secret; may be repeated', gathered, [])
    .option('--secret-file <file>', 'a file with the secret; may be repeated', gathered, [])
    .option(...config)
    .option(...now)
    .option(...json)
    .action(async (capture: string, options: DiagnoseOptions) => {
      const { diagnoseWebhook } = await import('./diagnose-webhook.ts');
      settle(await diagnoseWebhook(context, capture, options));
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
      const { planQuota } = await import('./plan-quota.ts');
      settle(planQuota(context, options));
    });
}
