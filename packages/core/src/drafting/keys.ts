import { type Cell, keyName } from '../reading/cells.ts';
import { readDate } from '../reading/dates.ts';
import { isEngine } from '../reading/engines.ts';
import type { Kind } from '../reading/mapping-plan.ts';
import { plainName } from '../reading/names.ts';
import { isNumeric } from '../reading/numbers.ts';
import type { Table } from '../reading/survey.ts';
import type { Picked } from './pick.ts';

interface Keys {
  readonly field: string;
  readonly areTold: (keys: readonly string[], table: Table) => boolean;
}

const isPeriod = (key: string): boolean =>
  /^\d+[dwmy]$|^(this|last|past|prev|current|to|yester)(week|month|quarter|year|day|ious)$/.test(
    plainName(key),
  );
const isDate = (key: string): boolean => readDate(key) !== null;

const isOfFigures = ({ rows }: Table): boolean =>
  rows.every((row) => row.every(({ name, value }) => name !== 'value' || isNumeric(value)));

const meaning: Readonly<Record<Kind, Keys>> = {
  websites: { field: 'id', areTold: (_, { last }) => /sites|projects|domains/.test(last) },
  analytics: { field: 'date', areTold: (keys) => keys.every(isDate) },
  citations: {
    field: 'items.engine',
    areTold: (keys, { path }) => keys.some(isEngine) && !/competitor|rival/.test(path.join()),
  },
  competitors: {
    field: 'competitors.name',
    areTold: (keys, table) =>
      /share|voice|sov|competitor|rival|brands|marcas|marken/.test(table.last) &&
      !keys.some((key) => isDate(key) || isPeriod(key)) &&
      isOfFigures(table),
  },
  authority: {
    field: 'components.name',
    areTold: (_, table) =>
      /scores|component|dimension|breakdown|factor|pillar|categor/.test(table.last) && isOfFigures(table),
  },
};

/** What the keys of a map are, where they or its name tell: its days, its engines, its brands, the parts of a score. */
export function keyOf(kind: Kind, table: Table): Picked | undefined {
  if (table.layout !== 'map') return undefined;
  const { field, areTold } = meaning[kind];
  const keys = table.rows.flatMap((row) => row.filter(({ name }) => name === keyName));
  const texts = keys.map(({ value }) => String(value));
  return areTold(texts, table) ? { field, cell: keys[0] as Cell } : undefined;
}
