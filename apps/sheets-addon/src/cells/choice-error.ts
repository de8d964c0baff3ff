import { CellError } from '../ports/cell.ts';

/** A longer argument would leave no room for the choices. */
const maxQuotedLength = 40;

export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const length = text.slice(0, most - 1);
  return `${length.slice(0, Math.max(length.lastIndexOf(' '), most - 40))}…`;
}

/** An argument in quotes, as messages show it. */
export const quoteArgument = (argument: string): string => `"${truncate(argument, maxQuotedLength)}"`;

/**
 * The fault of an argument that is none of the choices. Its sentence suggests the nearest one and lists those that fit.
 * @param problem the first sentence, from the quoted argument
 * @param near the suggestion, null for none
 */
export const choiceError = (
  code: string,
  wanted: string,
  choices: readonly string[],
  problem: (quoted: string) => string,
  near?: string | null,
): CellError => new CellError(code, problem(quoteArgument(wanted)), { wanted, choices, near });
