import { isEngine } from './engines.ts';
import { words } from './failures.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Kind } from './mapping-plan.ts';
import { plainName, remembered, segment } from './names.ts';
import { only, partial, portions, statements, type Weight } from './statements.ts';

const mayNameEngine = only('platform|source|model|provider|assistant');

/** Words that stand for the whole, and for nothing. */
const whole = only(
  'all.*|any|total|overall|combined|world(wide)?|global|everything|everyone|every|each|none|null|no|off|false|true|default|-|\\*',
);

const statementsFor = remembered((name) => statements.filter(([names]) => names.test(name)));

/** Objects that tell about the figures around them. */
const aside = only(
  'meta(data)?|info|about|query|request|param(eter)?s?|options?|settings?|config(uration)?|context|display|presentation|format(ting)?|definitions?|report|methodology|quality|dataquality|(applied|active|dimension)?filters?|sampl(ing|e)|smooth(ing)?|units?|scales?|multipliers?|magnitudes?|aggregat(ion|e)s?|transform(ation)?s?',
);

/** A declaration that was found, with the place for which it speaks. */
interface Declared {
  readonly at: string;
  readonly text: string;
  readonly scope: string;
  readonly says: string;
  readonly weight: Weight;
}

const withoutSpaces = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

const warning = only('.*(warning|notice|caveat|disclaimer|limitation).*');
const filter = only('.*filter.*');

/** What a field holds as a text: the words of a warning, the conditions of a filter, the one text of an echoed list. */
function textOf(name: string, held: unknown, isEchoed: boolean): string {
  if (typeof held !== 'object') return String(held);
  if (warning.test(name)) return words(held) ?? '';
  if (!Array.isArray(held) || held.length === 0) return '';
  if (filter.test(name)) return JSON.stringify(held);
  return isEchoed && held.length === 1 ? textOf(name, held[0], true) : '';
}

/** Every declaration in a body. */
function declarationsIn(body: unknown): readonly Declared[] {
  const found: Declared[] = [];
  const visit = (value: unknown, pointer: string, scope: string, parent: string, depth: number): void => {
    if (depth > 6) return;
    if (Array.isArray(value)) {
      const at = pointer === '' && value.length === 1 ? '/0' : `${pointer}/*`;
      for (const entry of value as unknown[]) visit(entry, at, at, '', depth + 1);
    } else if (isObject(value) && value.enabled !== false) visitObject(value, pointer, scope, parent, depth);
  };
  const visitObject = (
    object: JsonObject,
    pointer: string,
    scope: string,
    parent: string,
    depth: number,
  ): void => {
    for (const name of Object.keys(object)) {
      const held = object[name];
      const at = pointer + segment(name);
      const plain = plainName(name);
      const text = textOf(plain, held, parent !== '');
      const said = statementsFor(plain).concat(statementsFor(parent + plain));
      for (const [, values, says, weight] of said)
        if (values.test(withoutSpaces(text)) && (weight !== 'part' || !whole.test(withoutSpaces(text))))
          found.push({ at, text: text.slice(0, 120), scope, says, weight });
      if (mayNameEngine.test(plain) && isEngine(text))
        found.push({ at, text, scope, says: partial, weight: 'part' });
      const isAside = aside.test(plain);
      visit(held, at, isAside ? scope : at, isAside ? plain : '', depth + 1);
    }
  };
  visit(body, '', '', '', 0);
  return found;
}

const counts = /visitors|pageviews|citations|total|count|mentions/i;
const rates = /"[^"]*(share|percent|pct|rate|ratio|change|growth|delta)[^"]*":/i;

/** A pointer with `*` for each entry, however it was reached. */
const general = (pointer: string): string => `${pointer.replace(/\/\d+/g, '/*')}/`;

/**
 * What a body declares of the figures that were read from it: why they are refused, and what is told of them. A percent sign for all
 * figures is that of shares, where the body has some.
 */
export function declared(
  body: unknown,
  kind: Kind,
  fields: Readonly<Record<string, { readonly pointer: string }>>,
): { readonly refused: string | null; readonly notes: readonly string[] } {
  const names = Object.keys(fields);
  const isOf = (scope: string, field: string): boolean =>
    general((fields[field] as { pointer: string }).pointer).indexOf(general(scope)) === 0;
  const found = declarationsIn(body);
  const isSampled = found.some(({ weight }) => weight === 'sample');
  const isRefused = ({ weight, scope, at, says }: Declared): boolean => {
    if (!names.some((field) => counts.test(field) && isOf(scope, field))) return false;
    if (weight === 'days') return kind === 'analytics';
    if (weight === 'unscaled') return isSampled;
    return (
      weight === 'counts' &&
      (says !== portions || counts.test(at.slice(scope.length)) || !rates.test(JSON.stringify(body)))
    );
  };
  const isTold = ({ weight, scope, at }: Declared): boolean =>
    /told|sample|part/.test(weight) &&
    !/\*/.test(scope) &&
    (names.length === 0 || names.some((field) => isOf(scope, field))) &&
    (weight !== 'part' || (kind !== 'websites' && !names.some((field) => isOf(at, field))));
  const written = ({ at, text, says }: Declared): string => `${at} says "${text}": ${says}`;
  const first = found.find(isRefused);
  return { refused: first ? written(first) : null, notes: found.filter(isTold).map(written) };
}
