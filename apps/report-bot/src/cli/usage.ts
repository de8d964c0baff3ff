import type { CommanderError } from 'commander';
import { Complaint } from '../complaint.ts';

const help = 'Run "answershare --help" for the commands.';

/** What the parser complains of, without the words of the command line: a secret may be among them. */
export function usageComplaint({ code, message }: CommanderError): string {
  const what =
    {
      'commander.unknownCommand': 'There is no such command.',
      'commander.unknownOption': 'There is no such option.',
      'commander.excessArguments': 'There are too many arguments.',
    }[code] ?? `${message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase())}.`;
  const near = /\(Did you mean [^)]*\)$/.exec(message)?.[0];
  return `${what}${near === undefined ? '' : ` ${near}`}\n${help}`;
}

const apiKey = /(?<![a-z0-9])rsc?_(?:live|test)_(?=[a-z]*\d)[a-z0-9]{16,}/i;

/** A key on the command line would be seen by others and might name a file or be part of an address. */
export function refuseKeys(argv: readonly string[]): void {
  if (!argv.some((word) => apiKey.test(word))) return;
  throw new Complaint(
    'An argument holds an API key. Other users of this machine can see command lines, and shells keep them. Revoke that key, create a new one, and put it into ANSWERSHARE_API_KEY or a variable that --key-env names.',
    2,
  );
}
