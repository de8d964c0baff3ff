import { existsSync } from 'node:fs';
import { Complaint } from '../../complaint.ts';
import { nameInMessage } from '../../file-name.ts';

/** Where the settings are looked for; a file that `--config` names must be there. */
export function settingsFile(named: string | undefined): string {
  if (named === undefined) return './answershare.yaml';
  if (!existsSync(named))
    throw new Complaint(
      `There is no settings file${nameInMessage(named)}. Correct what --config names, or leave --config away and say with --url whom to ask.`,
      2,
    );
  return named;
}
