import { Complaint } from '../../complaint.ts';
import { nameInMessage } from '../../file-name.ts';
import type { Environment } from '../../settings/references.ts';
import { readSmallFile } from '../../small-file.ts';

/** A webhook secret and the name of the place it came from. */
export interface SigningSecret {
  readonly secret: string;
  readonly place: string;
}

const usualVariable = 'ANSWERSHARE_WEBHOOK_SECRET';
const mostSecrets = 3;

function fromFile(file: string): SigningSecret {
  const read = readSmallFile(file);
  if ('text' in read) return { secret: read.text.replace(/\r?\n$/, ''), place: file };
  throw new Complaint(
    `The secret's file${nameInMessage(file)} ${read.why}. Name another with --secret-file.`,
    2,
  );
}

/** The secrets that the command line names: variables and files, never a secret itself. */
export function signingSecrets(
  variables: readonly string[],
  files: readonly string[],
  environment: Environment,
): readonly SigningSecret[] {
  const named = variables.length + files.length > 0 ? variables : [usualVariable];
  // A name that is no variable's may be the secret itself.
  const unset = named.filter((name) => !environment[name]);
  const found = [
    ...named.map((name) => ({ secret: environment[name] ?? '', place: name })),
    ...files.map(fromFile),
  ];
  const empty = found.find(({ secret }) => secret === '');
  if (empty !== undefined) {
    const variable = unset[0] === usualVariable ? usualVariable : 'the variable that --secret-env names';
    throw new Complaint(
      `No webhook secret in ${unset.length > 0 ? variable : empty.place}. Set the variable and name it with --secret-env, or name a file with --secret-file. The secret stands under Settings, Webhooks.`,
      2,
    );
  }
  if (found.length > mostSecrets)
    throw new Complaint(`${found.length} secrets are too many; at most ${mostSecrets} are tried.`, 2);
  return found;
}
