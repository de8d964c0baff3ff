import { expect, test } from 'vitest';
import { checkFigure, type FigureAlert, parseLimit } from '../../src/actions/alert-rule.ts';

type Rule = Pick<FigureAlert, 'condition' | 'limit' | 'unit'>;

/** The values at which an alert crosses, from the figure at its start on. */
function listCrossings(rule: Rule, start: number, values: readonly unknown[]): readonly unknown[] {
  const fields = { ...rule, formula: '=CITATIONS("a")', figure: start, reference: start, crossedAt: null };
  let { alert } = checkFigure(fields, start, 0);
  return values.filter((value, at) => {
    const checked = checkFigure(alert, value, at + 1);
    alert = checked.alert;
    return checked.crosses;
  });
}

test('a figure crosses again only after it was back, and not from the wrong side at the start', () => {
  const below: Rule = { condition: 'below', limit: 100, unit: 'number' };
  expect(listCrossings(below, 120, [101, 100, 99, 98, 120, 97, 100, 96])).toEqual([99, 97, 96]);
  expect(listCrossings(below, 90, [80, 100, 99])).toEqual([99]);
  const above: Rule = { condition: 'above', limit: 100, unit: 'number' };
  expect(listCrossings(above, 90, [100, 101, 150, 100, 101])).toEqual([101, 101]);
});

test('a blank, a fault and a text neither cross nor count as back', () => {
  const below: Rule = { condition: 'below', limit: 100, unit: 'number' };
  expect(listCrossings(below, 120, ['', null, 99, '', '[timeout] Late.', 98, Number.NaN, 97])).toEqual([99]);
});

test('a change counts from the figure of the last mail', () => {
  expect(
    listCrossings({ condition: 'change', limit: 10, unit: 'number' }, 100, [105, 111, 115, 101, 100]),
  ).toEqual([111, 100]);
  expect(
    listCrossings({ condition: 'change', limit: 0.1, unit: 'relative' }, 200, [215, 221, 200, 198]),
  ).toEqual([221, 198]);
});

test('points that floating-point numbers only seem to exceed do not cross', () => {
  const points = parseLimit('10%', 'change', true);
  expect(points).toEqual({ limit: 0.1, unit: 'percent' });
  expect(listCrossings({ condition: 'change', limit: 0.1, unit: 'percent' }, 0.4, [0.3, 0.5, 0.299])).toEqual(
    [0.299],
  );
});
