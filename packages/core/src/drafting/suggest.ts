import { isOfPart } from '../analytics/parts.ts';
import { keyName } from '../reading/cells.ts';
import type { Kind, Mapping } from '../reading/mapping-plan.ts';
import { matchesOf, segmentsOf } from '../reading/pointer.ts';
import { surveyOf, type Table } from '../reading/survey.ts';
import { draftedFigures } from './figures.ts';
import { heldValues } from './held-values.ts';
import { draftedRows } from './rows.ts';

/** A draft of a mapping for a person to finish, with what was found. */
export interface Suggestion {
  readonly mapping: Mapping;
  /** What was proposed and why, one sentence each; then the places that hold values, with one of them. */
  readonly comment: readonly string[];
}

/**
 * The way to a table's rows, empty where they are columns. The only entry of a list stands for any, because another body may have
 * more of them.
 */
function wayTo({ layout, pointer }: Table, body: unknown): string {
  if (layout === 'columns') return '';
  const way = `${pointer}/*`;
  const any = way.replace(/\/0(?=\/)/g, '/*');
  const found = (one: string): number => matchesOf(body, segmentsOf(one) as readonly string[]).length;
  return found(any) === found(way) ? any : way;
}

/**
 * Proposes a mapping for a body that was refused: the rows in which most of the wanted fields can be recognised, and where a figure
 * of the whole answer may stand. It is a draft: names are matched loosely, in a few languages, so that a person has to look.
 */
export function suggestMapping(kind: Kind, body: unknown): Suggestion {
  const survey = surveyOf(body);
  const rows = draftedRows(kind, survey);
  const fields: Record<string, string> = {};
  const comment: string[] = [];
  for (const { field, cell } of draftedFigures(kind, survey, rows?.table)) {
    fields[field] = cell.pointer;
    comment.push(`${field} may stand at ${cell.pointer}`);
  }
  const way = rows ? wayTo(rows.table, body) : '';
  for (const { field, cell } of rows?.fields ?? []) {
    const isKey = cell.name === keyName;
    const inside = cell.pointer.slice(way.length);
    fields[field] = isKey ? '*' : inside;
    comment.push(`${field} may ${isKey ? 'be the key' : 'stand'} at ${way}${inside}`);
  }
  if (rows?.repeated !== undefined)
    comment.push(`${rows.repeated} is the same in two rows: rows has to lead to fewer of them`);
  const part = kind === 'analytics' ? rows?.table.rows.flat().find(isOfPart) : undefined;
  if (part) comment.push(`the rows name a ${part.name}: they may be a part of the traffic`);
  if (rows?.other) comment.push(`the rows may also be ${wayTo(rows.other, body)}`);
  if (kind === 'competitors' && rows && !fields.shareOfVoice)
    comment.push('brand has to be the name of the own brand, where the rows have it among them');
  if (kind === 'authority' && rows && !fields.score)
    comment.push('score has to be placed too: no figure looks like the score of the whole');
  if (comment.length === 0) comment.push(`nothing in the body looks like ${kind}`);
  return {
    mapping: way === '' ? { fields } : { rows: way, fields },
    comment: comment.concat(heldValues(body).slice(0, 40)),
  };
}
