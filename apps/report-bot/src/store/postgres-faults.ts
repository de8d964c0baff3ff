import { readError } from '../system/errors.ts';
import { dropPeriod } from '../system/text.ts';

/** What to do about the conditions of PostgreSQL's appendix A that an operator can meet, by SQLSTATE. */
const advice: Readonly<Record<string, string>> = {
  '25006': 'The server is read-only, as a standby is: name the primary in DATABASE_URL.',
  '25P03': 'The limit idle_in_transaction_session_timeout of this role is too short.',
  '28000': 'The server admits no such connection of this role; pg_hba.conf decides that.',
  '28P01': 'Correct the user and the password in DATABASE_URL.',
  '3D000': 'Create that database, or correct its name in DATABASE_URL.',
  '3F000': 'Create that schema, or correct the search_path of this role.',
  '40P01': 'Another process wanted the same rows; one of the two had to give way.',
  '42501': 'Grant this right to the role in DATABASE_URL.',
  '53200': 'The server has too little memory.',
  '53300': 'Raise the limit of connections of the server or of this role, or stop another process.',
  '55P03': 'The limit lock_timeout of this role is too short, or another session holds the lock.',
  '57014': 'The limit statement_timeout of this role is too short, or a person cancelled the statement.',
  '57P05': 'The limit idle_session_timeout of this role is too short.',
  ECONNREFUSED: 'Nothing listens there: start the server, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'There is no such host: correct it in DATABASE_URL.',
};

/** Conditions that pass, or that the operator ends while the bot runs; then the errors of Node.js. */
const outageCodes =
  /^(08...|25006|25P03|40001|40P01|53[23]00|55P03|57014|57P0[1235]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const outageMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

export function isOutage(thrown: unknown): boolean {
  const { code, message } = readError(thrown);
  return outageCodes.test(code ?? '') || outageMessages.test(message);
}

/** True for an error that PostgreSQL itself reported. */
export const isServerFault = (thrown: unknown): boolean =>
  typeof (Object(thrown) as { severity?: unknown }).severity === 'string';

/** PostgreSQL's or Node.js' own words, and the next step where the code has one; sentences. */
export function explainFault(thrown: unknown): string {
  const { code, message } = readError(thrown);
  const words = dropPeriod(message);
  const shown = code === null || words.includes(code) ? words : `${words} (${code})`;
  return `${shown}. ${advice[code ?? ''] ?? ''}`.trim();
}
