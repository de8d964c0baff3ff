import { endpointNames, listFigureNames, plans } from '@answershare/core';
import type { Command } from 'commander';
import type { Environment } from '../../system/redactor.ts';

/** Examples of each command, by its words after `answershare`; a hint after `#`. */
const examples: Readonly<Record<string, readonly string[]>> = {
  init: ['answershare init', 'answershare init --sandbox'],
  check: ['answershare check', 'answershare check --json'],
  doctor: ['answershare doctor --quick', 'answershare doctor --confirm'],
  call: [
    'answershare call websites',
    'answershare call analytics --website ID --window 7d',
    'answershare call citations --website ID --dry-run',
  ],
  read: [
    'answershare read competitors body.json',
    'answershare call websites --raw | answershare read websites',
  ],
  recognise: ['answershare recognise authority first.json second.json'],
  'webhook diagnose': ['answershare webhook diagnose capture.json --secret-env WEBHOOK_SECRET'],
  'quota plan': ['answershare quota plan --websites 20 --every 6h'],
  snapshot: ['answershare snapshot'],
  preview: ['answershare preview --fixtures', 'answershare preview --week 2026-W47 --schedule weekly'],
  'send-test': ['answershare send-test --to me@example.com'],
  run: ['answershare run --dry-run', 'answershare run --week 2026-W47'],
  start: ['answershare start'],
  serve: ['answershare serve'],
  'keys create': ['answershare keys create --name client-a --websites northwind-outdoor.example'],
  'keys list': ['answershare keys list'],
  'keys rotate': ['answershare keys rotate 1a2b3c4d'],
  'keys revoke': ['answershare keys revoke 1a2b3c4d'],
  status: ['answershare status', 'answershare status --live --max-age 3m'],
  list: ['answershare list --json', 'answershare list --week 2026-W47 --state uncertain'],
  history: ['answershare history northwind-outdoor.example --weeks 12', 'answershare history --csv'],
  explain: [
    'answershare explain northwind-outdoor.example/share',
    'answershare explain northwind-outdoor.example/share/summit-supply.example --week 2026-W47',
  ],
  replay: ['answershare replay 2026-W47', 'answershare replay 2026-W47 --to ann@example.com'],
  export: ['answershare export --week 2026-W47 --out w47'],
  settle: [
    'answershare settle --as sent --all --week 2026-W47',
    'answershare settle --refused --as ready --all --week 2026-W47',
  ],
  'suppressions list': ['answershare suppressions list'],
  'suppressions add': [
    'answershare suppressions add ann@example.com',
    'answershare suppressions add ann@example.com --reason unsubscribed',
  ],
  'suppressions remove': ['answershare suppressions remove ann@example.com'],
  skip: ['answershare skip --week 2026-W47', 'answershare skip --week 2026-W47 --schedule weekly --as sent'],
  note: [
    'answershare note relaunch --on 2026-11-03',
    'answershare note relaunch --on 2026-11-10 --website northwind-outdoor.example',
  ],
  backup: ['answershare backup ledger.gz'],
  restore: ['answershare restore ledger.gz'],
  'store move': [
    'answershare store move --to-env TARGET_URL',
    'answershare store move --to ./answershare-data-2',
  ],
  mcp: ['answershare mcp', 'answershare mcp --config /path/to/answershare.yaml'],
  completion: ['answershare completion bash'],
  batch: ['answershare batch --keep-going < commands.txt'],
};

/** The names by the script that npm runs: that of package.json in a clone, or npx. */
const programNames = new Map([
  ['answershare', 'npm run -s answershare --'],
  ['npx', 'npx answershare'],
]);

/** How the user calls this program. */
export function findProgramName({ npm_lifecycle_event: script = '' }: Environment): string {
  return programNames.get(script) ?? 'answershare';
}

const quotedCommand = new RegExp(`"answershare (?=(?:${Object.keys(examples).join('|')}|--help)\\b)`, 'g');

/** Replaces the name of the program in the commands that a message quotes. */
export function renameProgram(text: string, name: string): string {
  return text.replace(quotedCommand, `"${name} `);
}

const exitCodes = `Exit codes: 0 done; 1 something failed, waits or is uncertain; 2 the command line or the settings are
invalid; 3 no recipe is clear enough.`;

/** The words that an argument or option takes, for help and completion. Each command checks its own. */
const choices: Readonly<Record<string, string[]>> = {
  endpoint: [...endpointNames],
  kind: [...endpointNames],
  form: ['1', '2', 'auto'],
  plan: Object.keys(plans),
  as: ['sent', 'ready'],
  sender: ['smtp', 'ses', 'postmark', 'resend'],
  shell: ['bash', 'zsh', 'fish'],
};

/** The words of a command after `answershare`. */
export function nameCommand(command: Command): string {
  const { parent } = command;
  return parent === null ? '' : `${nameCommand(parent)} ${command.name()}`.trim();
}

/** All commands that do something; a group of commands does nothing itself. */
export function listCommands(command: Command): readonly Command[] {
  return command.commands.flatMap((one) => (one.commands.length > 0 ? listCommands(one) : [one]));
}

const endpointList = `Endpoints: ${endpointNames.join(', ')}`;

/** What an argument takes, by its name. */
const argumentLists: Readonly<Record<string, string>> = {
  endpoint: endpointList,
  kind: endpointList,
  figure: `Figures: ${[...listFigureNames('card'), 'share/COMPETITOR'].map((name) => `WEBSITE/${name}`).join(', ')}`,
};

const listArguments = ({ registeredArguments }: Command): readonly string[] =>
  registeredArguments.flatMap((one) => argumentLists[one.name()] ?? []);

function addChoices(command: Command): void {
  for (const argument of command.registeredArguments) {
    const words = choices[argument.name()];
    if (words !== undefined) argument.argChoices = words;
  }
  for (const option of command.options) {
    const words = choices[option.attributeName()];
    if (words !== undefined) option.argChoices = words;
  }
}

/** Adds choices, lists of arguments, examples and exit codes to the help of each command. */
export function addHelp(root: Command): void {
  for (const command of listCommands(root)) {
    addChoices(command);
    const lists = listArguments(command);
    const lines = [
      ...(lists.length > 0 ? [...lists, ''] : []),
      'Examples:',
      ...(examples[nameCommand(command)] ?? []).map(
        (line) => `  ${line.replace(/\banswershare(?= )/g, root.name())}`,
      ),
      '',
      exitCodes,
    ];
    command.addHelpText('after', `\n${lines.join('\n')}`);
  }
}

/** The help that fits a faulty command line: what its command takes, if there is one. */
export function adviseHelp(root: Command, argv: readonly string[]): string {
  let command = root;
  for (const word of argv) {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) break;
    command = found;
  }
  const name = nameCommand(command);
  return name === ''
    ? 'Run "answershare --help" for the commands.'
    : [...listArguments(command), `Run "answershare ${name} --help" for its options.`].join('\n');
}
