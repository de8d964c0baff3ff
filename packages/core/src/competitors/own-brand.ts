import type { Cell, Row } from '../reading/cells.ts';
import { place } from '../reading/choose.ts';
import { readNumber } from '../reading/numbers.ts';
import { outside } from '../reading/pointer.ts';
import type { Survey } from '../reading/survey.ts';
import { refuse, type Tracer } from '../reading/trace.ts';
import { isSum } from './nobody.ts';
import { isFirstRow, isLaterRow, isOwnRow, isRivalRow, ownNamesIn } from './own-row.ts';
import { isAverage, ownShare, strayShareOfVoice } from './own-share.ts';
import { nameCell, nameIn } from './rival-name.ts';
import { type Rivals, shareCell } from './rivals.ts';

/** Where a body says the own brand's figures: in a field, or in a row beside the rivals'. */
export interface OwnBrand {
  /** The own share; null where none is given. */
  readonly share: Cell | null;
  /** The own brand's row of the list or of a map; null where a field says its share. */
  readonly row: Row | null;
  /** The fields beside the own share. */
  readonly near: Row;
  /** The rows that are the rivals'. */
  readonly rivals: readonly Row[];
}

/** Tells the own brand from its rivals. @throws Refusal where two rows may be it, or where nothing tells which is. */
export function ownBrand(survey: Survey, rivals: Rivals | null, tracer: Tracer): OwnBrand {
  const { cell: stated, beside } = ownShare(survey);
  const names = ownNamesIn(survey, beside);
  const all = (rivals ? rivals.rows : []).filter((row) => !isSum(row));
  if (rivals && all.length < rivals.rows.length)
    tracer.note('a row of a sum or an average over all was left out');
  const [told, ...others] = all.filter((row) => isOwnRow(row, names, all));
  if (others.length > 0) refuse(twoRows);
  const listed = told ?? (rivals ? firstRow(rivals, all, stated, tracer) : null);
  if (survey.drawn && names.length > 0 && !listed) refuse("the mapping's brand is in no row");
  const extras = stated || !rivals ? [] : rivals.extras;
  const extra = extras.find((row) => !extras[1] || isOwnRow(row, names, all));
  const row = listed ?? extra ?? null;
  if (listed) tracer.note('the list holds the own brand, which was taken out');
  else if (extra)
    tracer.note(
      `"${nameIn(nameCell(extra) as Cell)}" has a share and is no competitor: it was taken for the own brand`,
    );
  const share = stated ?? (row && shareCell(row));
  if (!share) refuseStray(survey, rivals);
  tracer.found('shareOfVoice', share);
  if (stated && isAverage(stated.name))
    tracer.doubt(0.8, `${stated.pointer} is an average and may be that of all brands`);
  const holder = rivals ? outside(rivals.table.pointer) : undefined;
  const near = stated
    ? beside
    : (row ?? survey.places.flatMap(({ pointer, cells }) => (pointer === holder ? cells : [])));
  return { share, row, near, rivals: all.filter((one) => one !== row) };
}

const twoRows = 'two rows of the list could be the own brand';

/**
 * The row that is called the first or a client's, where it is the own brand. Among competitors it may be the first of them: it is
 * none where they have a second, or where it has another share than the own one.
 */
function firstRow({ named }: Rivals, all: readonly Row[], stated: Cell | null, tracer: Tracer): Row | null {
  const [first, other] = all.filter(isFirstRow);
  if (!first) return null;
  if (!named || all.some(isRivalRow)) return other ? refuse(twoRows) : first;
  const share = readNumber(shareCell(first)?.value)?.value ?? null;
  const isOther = stated && share !== null && share !== readNumber(stated.value)?.value;
  if (other || isOther || all.some(isLaterRow)) return null;
  tracer.doubt(0.8, `"${nameIn(nameCell(first) as Cell)}" may be the first of the competitors`);
  return first;
}

/** @throws Refusal where nothing states the own share and a share may be it. */
function refuseStray(survey: Survey, rivals: Rivals | null): void {
  const stray = strayShareOfVoice(survey);
  if (stray !== null)
    refuse(`a share of voice stands at ${stray}, where it may be another's: give a mapping`);
  if (!rivals) refuse('no share of voice and no list of competitors were found in the body');
  if (rivals && !rivals.named)
    refuse(`nothing tells which row of ${place(rivals.table)} is the own brand: give a mapping with brand`);
}
