import { isKnownEngine } from '@answershare/core';
import { isDate } from './codecs.ts';
import { matchMeaning } from './match-field.ts';
import { readName } from './names.ts';
import type { RowSet } from './row-sets.ts';
import { isScalar, type Shape } from './shape.ts';
import type { TargetList } from './target-fields.ts';
import type { Tag } from './vocabulary.ts';

const isHost = (key: string): boolean => /^[^.\s]+(\.[^.\s]+)+$/.test(key);

/** True if all keys are data by themselves: dates, engines, hosts. */
export function hasDataKeys(list: string, { container }: RowSet): boolean {
  const keys = [...container.fields.keys()];
  if (list === 'days') return keys.every(isDate);
  if (list === 'byEngine') return keys.every(isKnownEngine);
  return list !== 'components' && keys.every(isHost);
}

/** True for an object whose keys are data: dates, engines, hosts, or names that never repeat between bodies. */
export function isKeyedByData({ fields, seen }: Shape): boolean {
  const keys = [...fields.keys()];
  const isOnce = (field: Shape): boolean =>
    Object.values(field.seen).reduce((sum, one) => sum + one, 0) === 1;
  return (
    keys.length > 0 &&
    ([isDate, isKnownEngine, isHost].some((isData) => keys.every(isData)) ||
      (seen.object > 1 && [...fields.values()].every(isOnce)))
  );
}

const countKeys: ReadonlySet<Tag> = new Set<Tag>([
  'visitor',
  'pageview',
  'citation',
  'mention',
  'neutral',
  'total',
]);
const partKeys: readonly Tag[] = ['weight', 'scale', 'value', 'name'];

const isCount = ({ name }: Shape): boolean => {
  const { tags, isKnown } = readName(name);
  return isKnown && [...tags].every((tag) => countKeys.has(tag));
};

/** True for an object with a key that may be a count: `{"citations": 80, "structured_data": 64}`. */
export const hasCountKey = ({ fields }: Shape): boolean => [...fields.values()].some(isCount);

/** True for an object of numbers, or of objects with numbers, whose keys are not fields. */
export function hasNamedKeys(list: string, wish: TargetList, { container, leaves }: RowSet): boolean {
  const inner = [...container.fields.values()];
  const figures = Object.entries(wish.fields).filter(
    ([name, { family }]) => family !== 'text' || name === 'domain',
  );
  const isField = ({ name }: Shape): boolean => {
    const { tags, isKnown } = readName(name);
    if (!isKnown) return false;
    if (list === 'websites') return true;
    if (list !== 'components')
      return (
        tags.has('total') ||
        tags.has('name') ||
        figures.some(([, { means }]) => matchMeaning(tags, means, []) !== null)
      );
    return partKeys.some((tag) => tags.has(tag)) || inner.every(isCount);
  };
  const isText = inner.some((field) => isScalar(field) && field.seen.number === 0 && field.seen.text > 0);
  const hasNumber = leaves.some(({ shape, isKey }) => !isKey && shape.seen.number > 0);
  return !isText && !inner.some(isField) && (hasNumber || list === 'websites');
}
