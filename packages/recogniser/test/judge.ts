import { applyRecipe, type Endpoint, type Recipe } from '@answershare/core';
import { recognise } from '../src/index.ts';
import type { GeneratedService } from './generated-bodies.ts';
import { equalFigures, readGeneratedFigures } from './generated-figures.ts';

/** `lost`: some figures are unknown, and none is another. */
export type Verdict = 'right' | 'lost' | 'wrong' | 'unread';

const rank: readonly Verdict[] = ['right', 'lost', 'wrong', 'unread'];
const worse = (a: Verdict, b: Verdict): Verdict => (rank.indexOf(a) >= rank.indexOf(b) ? a : b);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** How a value that was read agrees with the expected one, field by field; fields that are not expected do not count. */
function compare(read: unknown, expected: unknown): Verdict {
  if (typeof read === 'number' && typeof expected === 'number')
    return Math.abs(read - expected) < 1e-9 ? 'right' : 'wrong';
  if (Array.isArray(expected) && Array.isArray(read)) {
    if (read.length !== expected.length) return read.length === 0 ? 'lost' : 'wrong';
    return expected.reduce<Verdict>((all, one, at) => worse(all, compare(read[at], one)), 'right');
  }
  if (isEmpty(read) !== isEmpty(expected)) return isEmpty(read) ? 'lost' : 'wrong';
  if (isEmpty(read)) return 'right';
  if (typeof read !== 'object' || typeof expected !== 'object') return read === expected ? 'right' : 'wrong';
  return Object.entries(expected as object).reduce<Verdict>(
    (all, [name, one]) => worse(all, compare((read as Record<string, unknown>)[name], one)),
    'right',
  );
}

/** What a recipe makes of bodies whose values are known. */
export function judgeRecipe(
  kind: Endpoint,
  recipe: Recipe,
  bodies: readonly unknown[],
  values: readonly unknown[],
): Verdict {
  return bodies.reduce<Verdict>((all, body, at) => {
    const applied = applyRecipe(kind, recipe, body);
    return worse(all, applied.ok ? compare(applied.value, values[at]) : 'unread');
  }, 'right');
}

/** What the recogniser makes of a made-up service. */
export function judgeService({ kind, bodies, figures, plain }: GeneratedService): {
  readonly plain: boolean;
  readonly clear: boolean;
  readonly right: boolean;
} {
  const { clear, drafts } = recognise(kind, bodies);
  const right = bodies.every((body, at) => {
    const applied = drafts[0] && applyRecipe(kind, drafts[0].recipe, body);
    return applied?.ok === true && equalFigures(readGeneratedFigures(kind, applied.value), figures[at]);
  });
  return { plain, clear, right };
}

export interface Shares {
  readonly kind: Endpoint;
  readonly silentlyWrong: number;
  readonly plainAtOnce: number;
  readonly plainAfterDraft: number;
  readonly allAfterDraft: number;
}

/** The shares that are asked of made-up services, in per cent. */
export function sharesOf(kind: Endpoint, judged: readonly ReturnType<typeof judgeService>[]): Shares {
  const plain = judged.filter((one) => one.plain);
  const share = (part: readonly unknown[], all: readonly unknown[]): number =>
    Math.round((1_000 * part.length) / all.length) / 10;
  return {
    kind,
    silentlyWrong: judged.filter(({ clear, right }) => clear && !right).length,
    plainAtOnce: share(
      plain.filter(({ clear, right }) => clear && right),
      plain,
    ),
    plainAfterDraft: share(
      plain.filter(({ right }) => right),
      plain,
    ),
    allAfterDraft: share(
      judged.filter(({ right }) => right),
      judged,
    ),
  };
}

/** Names that a recipe knows and that are data: texts of bodies. */
export function dataNames({ known }: Recipe, bodies: readonly unknown[]): string[] {
  const texts = new Set(JSON.stringify(bodies).match(/(?<=:)"[^"]+"/g));
  return Object.values(known ?? {})
    .flatMap((names) => (typeof names === 'number' ? [] : names))
    .filter((name) => texts.has(JSON.stringify(name)));
}
