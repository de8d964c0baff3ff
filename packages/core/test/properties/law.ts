import { isApiError } from '../../src/index.ts';
import type { Call, Ledger, Sent } from './ledger.ts';
import type { Script } from './play.ts';

/** Lists the violations of a law in a ledger. */
export type Law = (ledger: Ledger, script: Script) => readonly string[];

export const formatCall = ({ asked }: Call): string =>
  `${asked.endpoint} ${asked.site} ${JSON.stringify(asked.window)}`;

export const formatRequest = (sent: Sent): string =>
  `#${sent.serial} ${sent.url.pathname}${sent.url.search} at ${sent.at}`;

export const spentOf = ({ result, thrown }: Call): number =>
  result ? result.meta.spent : isApiError(thrown) ? thrown.spent : 0;
