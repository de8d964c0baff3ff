import { decodeValue, type Endpoint as Kind, type Recipe } from '@answershare/core';
import type { Leaf } from './claims.ts';
import type { Guesses } from './guesses.ts';
import type { Lists } from './lists.ts';
import type { Fields, Placed } from './place.ts';
import type { Shape } from './shape.ts';
import { bareTotals, ownRuleIn } from './statements.ts';

/** What was found in the bodies of one kind. */
export interface Plan {
  readonly kind: Kind;
  readonly root: Shape;
  /** Scalars outside the lists. */
  readonly leaves: readonly Leaf[];
  readonly whole: Fields;
  readonly lists: Lists;
}

/** A bare total of a feed of single citations counts them; elsewhere it may count rows. */
export function totalIn({ kind, leaves, whole, lists }: Plan, guesses: Guesses): Record<string, string> {
  const [total] = bareTotals(leaves);
  if (total === undefined) return {};
  if (kind === 'citations' && !('total' in whole)) {
    const items = lists.items;
    if (items && !('count' in items.fields)) return { total: `${total.at} count` };
    if (lists.byEngine && !items) {
      const values = total.shape.values;
      const counts = lists.byEngine.fields.count?.leaf.shape.values ?? [];
      const sum = counts.reduce<number>((all, one) => all + Number(one), 0);
      if (values.length === 1 && Number(values[0]) === sum) return { total: `${total.at} count` };
      guesses.doubt(`total: ${total.at} is not the sum over engines`);
    }
  }
  return kind === 'citations' && lists.items ? { rowsInAll: `${total.at} count?` } : {};
}

const maximum = (placed: Placed | undefined): number =>
  (placed?.leaf.shape.values ?? []).reduce<number>(
    (most, value) => Math.max(most, Number(decodeValue(placed?.codec ?? 'number', value) ?? 0)),
    0,
  );

const scales = [1, 10, 100, 1000];

/** What a recipe says about the service besides places: the total, the own brand, the score's maximum. */
export const factsOf: Readonly<Record<Kind, (plan: Plan, guesses: Guesses) => Partial<Recipe>>> = {
  websites: () => ({}),
  analytics: ({ whole, lists: { days } }, guesses) => {
    const figures = ['visitors', 'pageviews', 'citations'].filter((name) => name in whole).length;
    if (!days && figures < 2 && !('from' in whole && 'to' in whole && figures > 0))
      guesses.doubt('period: one figure without its window');
    return {};
  },
  citations: ({ leaves, whole, lists: { items, byEngine } }, guesses) => {
    if ('total' in whole || bareTotals(leaves).length > 0) return {};
    if (byEngine && items) {
      guesses.doubt('total: the sum over engines or the number of rows');
      return {};
    }
    if (items) return 'count' in items.fields ? {} : { total: 'rows' };
    return byEngine ? { total: 'engines' } : {};
  },
  competitors: ({ leaves, whole, lists: { competitors } }, guesses) => {
    if (!competitors) return {};
    const own = ownRuleIn(competitors.set.leaves, competitors.fields.name?.leaf, leaves);
    if (own !== null) return { own };
    const hasShares = (competitors.fields.share?.leaf.shape.values ?? []).length > 0;
    if (hasShares && !('shareOfVoice' in whole))
      guesses.doubt(`own brand: which row at ${competitors.set.at} it is, or none`);
    return {};
  },
  authority: ({ whole, lists: { components } }, guesses) => {
    const score = maximum(whole.score);
    const parts = maximum(components?.fields.score);
    const stated = maximum(whole.scale);
    const most = Math.max(score, parts);
    const scale = stated > 0 ? stated : (scales.find((one) => one >= score) ?? 0);
    if (components && parts > scale)
      guesses.doubt(`components: a part is above the score's maximum ${scale}`);
    return stated > 0 || most <= 10 || most > 1000 ? {} : { constants: { scale } };
  },
};
