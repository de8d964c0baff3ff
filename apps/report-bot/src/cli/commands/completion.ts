import type { Argument, Command, Option } from 'commander';
import { type ExitCode, UsageError } from '../../system/errors.ts';
import { formatChoices } from '../../system/text.ts';
import type { Context } from '../io/context.ts';
import { listCommands, nameCommand } from '../io/help.ts';

/** What may follow a word of a command line. */
interface Suggestions {
  readonly words: readonly string[];
  readonly files: boolean;
}

interface CompletedOption extends Suggestions {
  /** `--form`. */
  readonly flag: string;
  readonly description: string;
  /** True if the next word is its value. */
  readonly takesValue: boolean;
}

/** A command, or a group of commands, with what may follow it. */
interface CompletedCommand extends Suggestions {
  /** `quota plan`; empty for the program itself. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
}

const suggest = (words: readonly string[] | undefined, valueName: string): Suggestions => ({
  words: words ?? [],
  files: /file|folder|capture/.test(valueName),
});

function completeOption({ long, flags, description, required, argChoices }: Option): CompletedOption {
  const valueName = /<(.*)>/.exec(flags)?.[1] ?? '';
  return { flag: long ?? '', description, takesValue: required, ...suggest(argChoices, valueName) };
}

function completeCommand(command: Command): CompletedCommand {
  const help = command.createHelp();
  const found = command.registeredArguments.map((one: Argument) => suggest(one.argChoices, one.name()));
  return {
    name: nameCommand(command),
    description: command.description(),
    words: [...help.visibleCommands(command).map((one) => one.name()), ...found.flatMap((one) => one.words)],
    files: found.some((one) => one.files),
    options: help.visibleOptions(command).map(completeOption),
  };
}

const program = 'answershare';

/** A function of bash 3.2 or newer. The case tables decide by the command and by the word before the cursor. */
function formatBash(commands: readonly CompletedCommand[]): string {
  const quote = (name: string): string => `'${name === '' ? '' : ` ${name}`}'`;
  const assign = ({ words, files }: Suggestions): string =>
    `words='${words.join(' ')}'${files ? ' files=1' : ''} ;;`;
  const names = commands.filter(({ name }) => name !== '').map(({ name }) => quote(name));
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map((option) => `    ${quote(`${name} ${option.flag}`)}) ${assign(option)}`),
  );
  const others = commands.map(({ name, words, files, options }) => {
    const all = [...words, ...options.map(({ flag }) => flag)];
    return `      ${quote(name)}) ${assign({ words: all, files })}`;
  });
  return [
    `_${program}() {`,
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"`,
    "  local word command='' words='' files=''",
    `  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do`,
    '    case "$command $word" in',
    `      ${names.join('|')}) command="$command $word" ;;`,
    '    esac',
    '  done',
    '  case "$command $previous" in',
    ...values,
    '    *) case "$command" in',
    ...others,
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  if [ -n "$files" ]; then',
    '    compopt -o filenames 2>/dev/null',
    "    local IFS=$'\\n'",
    '    COMPREPLY+=($(compgen -f -- "$current"))',
    '  fi',
    '}',
    `complete -F _${program} ${program}`,
  ].join('\n');
}

/** The function of bash, which zsh runs by its own `bashcompinit`. */
function formatZsh(commands: readonly CompletedCommand[]): string {
  return [
    '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }',
    'autoload -Uz bashcompinit && bashcompinit',
    formatBash(commands),
  ].join('\n');
}

function formatFish(commands: readonly CompletedCommand[]): string {
  const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const offer = ({ words, files }: Suggestions): string[] => [
    ...(words.length > 0 ? ['-a', quote(words.join(' '))] : []),
    ...(files ? ['-F'] : []),
  ];
  const lines = commands.flatMap((command) => {
    const { name, words, files, options } = command;
    const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    const inner = commands.filter((one) => one.name.replace(/ ?\S+$/, '') === name && one !== command);
    const lastWords = inner.map((one) => one.name.replace(/^.* /, ''));
    const none = lastWords.length === 0 ? [] : [`not __fish_seen_subcommand_from ${lastWords.join(' ')}`];
    const when = [...(name === '' ? [] : seen), ...none].join('; and ');
    const line = (...parts: string[]): string =>
      ['complete', '-c', program, '-n', quote(when), ...parts].join(' ');
    const plain = words.filter((word) => !lastWords.includes(word));
    return [
      ...inner.map((one, index) => line('-a', lastWords[index] ?? '', '-d', quote(one.description))),
      ...(plain.length > 0 || files ? [line(...offer({ words: plain, files }))] : []),
      ...options.map((option) => {
        const value = option.takesValue ? [option.files ? '-r' : '-x', ...offer(option)] : [];
        return line('-l', option.flag.slice(2), '-d', quote(option.description), ...value);
      }),
    ];
  });
  return [`complete -c ${program} -f`, ...lines].join('\n');
}

const formats = { bash: formatBash, zsh: formatZsh, fish: formatFish };

/** Prints a script for a shell that completes commands, options and their fixed words. */
export function printCompletion(context: Context, shell: string, _: object, command: Command): ExitCode {
  const format = Object.entries(formats).find(([name]) => name === shell)?.[1];
  if (format === undefined)
    throw new UsageError(`There is no script for that shell${formatChoices(shell, Object.keys(formats))}`);
  const { parent } = command;
  if (parent === null) throw new Error('the command has no program');
  const groups = parent.commands.filter((one) => one.commands.length > 0);
  context.write(format([parent, ...groups, ...listCommands(parent)].map(completeCommand)));
  return 0;
}
