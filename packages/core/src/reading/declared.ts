import { isEngine } from './engines.ts';
import { words } from './failures.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Kind } from './mapping-plan.ts';
import { plainName, remembered, segment } from './names.ts';

/** What figures that are so declared are used for: `counts` are refused, `days` are where they are of days; the others are told. */
type Weight = 'counts' | 'days' | 'part' | 'told' | 'sample' | 'unscaled';

type Statement = readonly [names: RegExp, values: RegExp, says: string, weight: Weight];

/** A field of `words` alone or with the figures that it speaks of before or behind it: `visitors_unit`, and `visitors` in `units`. */
const named = (words: string): RegExp => {
  const whose =
    '(\\w*(visitor|user|view|visit|session|citation|mention|count|total|value|figure|number|metric|data|series|traffic)s?)?';
  return new RegExp(`^${whose}(${words})s?${whose}$`);
};

/** A text that is one of `words`, which have bars between them. */
const only = (words: string): RegExp => new RegExp(`^(${words})$`);

const multiples = 'the figures are multiples or fractions of one';
const portions = 'the figures are parts of a whole and no counts';
const made = 'the figures are no counts of single days';
const drawn = 'the figures are made from a sample';
const unscaled = 'the figures are those of a sample alone';
const unsure = 'the figures are not measured or not final';
const unreal = 'the figures are of no real website';
const partial = 'the figures are of this part alone';

const rough =
  'estimated?|estimates|estimation|approximat(ed?|ion)|provisional|preliminary|unverified|unconfirmed|draft|delayed|projected|projection|forecast(ed)?|predicted|prediction|model?led|interpolated|imputed|extrapolated';
const invented =
  'demo|sample|mock(ed)?|dummy|fake|sandbox(ed)?|synthetic|simulated|simulation|placeholder|test|example';
const yes = only('true|yes|1');
const no = only('false|no|0');

/** What a body may declare of its figures: of a field (a plain name), of what it holds (in lower case, without spaces, hyphens and underscores). */
const statements: readonly Statement[] = [
  [
    named('unit|scale|measure|(number|value|display)?format|(value|metric)type'),
    only(
      '%|‰|percent(age)?s?|pct|permille|per(10+|thousand|capita).*|bps|basispoints?|fractions?|ratios?|shares?|proportions?|probability|probabilities|index|indexed|indices|zscores?',
    ),
    portions,
    'counts',
  ],
  [
    named('unit|scale|magnitude|multiplier|(number|value|display)?format|denomination|factor|in'),
    only(
      ".*(thousand|million|billion|hundred|lakh|crore|dozen).*|(in|x|per|[×*])?('?0{3}s?|10{3,}s?|0?\\.0+1|1e-?\\d+|k|mn|mio|bn|micros?|millis?)",
    ),
    multiples,
    'counts',
  ],
  [
    named('multiplier|magnitude|divisor|(scal(e|ing)|unit)factor|(multipl(y|ied)|divided?|scaled)by'),
    only('(?!0*1?(\\.0*)?$)\\d*\\.?\\d+'),
    multiples,
    'counts',
  ],
  [only('.*in(thousand|million|billion|hundred)s?'), yes, multiples, 'counts'],
  [
    named(
      'mode|type|kind|agg(regat(e|ed|ion|or))?((by|type|mode)|func(tion)?|method)?|method|func(tion)?|stat(istic)?|calculation|computation|transform(ed|ation)?|processing|representation|accumulation|normali[sz]ation|counting|rollup|series',
    ),
    only(
      '.*(cumul|accumul|running(total|sum|count|average)|rolling|moving|trailing|smooth(ed|ing)|normali[sz]).*|(average|avg).*|.*(average|avg|mean|median)|(max|min)(imum)?|peak|ema|sma|ewma|loess|lowess|p\\d\\d|zscore|indexed',
    ),
    made,
    'days',
  ],
  [
    named(
      '(is)?(cumulative|accumulated|running(total|sum|average)|smoothed|normali[sz]ed|averaged|(rolling|moving)(average|sum)?|indexed|detrended|(de)?seasonali[sz]ed|seasonallyadjusted)',
    ),
    yes,
    made,
    'days',
  ],
  [
    only(
      'smooth(ing)?(window|days?|periods?|method|factor|type)?|(moving|rolling)average(window|days?|periods?)?',
    ),
    only('(?!(0|1|1d|false|none|null|no|off|raw|never|days?|daily)$).+'),
    made,
    'days',
  ],
  [only('sampl\\w*(scaled|extrapolated|weighted|corrected|adjusted)'), no, unscaled, 'unscaled'],
  [only('unscaled'), yes, unscaled, 'unscaled'],
  [
    only('(sampl(e|ing)){1,2}(rate|fraction|percent(age)?|ratio)?'),
    only('0?\\.\\d+|[1-9]?\\d(\\.\\d+)?%|1:\\d+'),
    drawn,
    'sample',
  ],
  [only('sampl(e|ing)percent(age)?'), only('[1-9]?\\d(\\.\\d+)?'), drawn, 'sample'],
  [only('(is|contains?|data|results?)*sampled(data)?|sampling|samplingsampled'), yes, drawn, 'sample'],
  [only(`(is|has|contains)?(${rough})(data|results?|values?|figures?)?`), yes, unsure, 'told'],
  [only('(is)?(data)?(completed|final|finali[sz]ed|settled)'), no, unsure, 'told'],
  [only(`(is|use)?(${invented})(mode|data|results?|account)?`), yes, unreal, 'told'],
  [only('(is)?livemode'), no, unreal, 'told'],
  [
    only('(data|result)?(status|state|quality|completeness|freshness|mode|kind|type|accuracy|coverage)'),
    only(`(${rough}|partial|incomplete)(data)?`),
    unsure,
    'told',
  ],
  [
    only('(data)?(status|mode|kind|type|source|set|environment|env)'),
    only(`(${invented})(data)?`),
    unreal,
    'told',
  ],
  [
    only('(data)?(warning|notice|caveat|disclaimer|limitation)s?'),
    only('(?!(none|null|no|false|-|\\d+)$).+'),
    'the service warns',
    'told',
  ],
  [
    only(
      '(device(type|category)?|country(code)?|segment|channel(group|grouping)?|(ai)?engine|browser|os|audience|cohort|(user|visitor)type|campaign|medium|referrer|region|city|keyword|topic|tag|prompt|persona|market)s?',
    ),
    only('.*\\D.*'),
    partial,
    'part',
  ],
  [only('(landing)?page(path|url)?|path'), only('(https?:)?/.*'), partial, 'part'],
  [
    only(
      '(applied|active)?(dimension)?filter(?!s?(website|site|domain|property|start|end|from|to|date|since|until|range|period|window|interval|granularity|limit|offset|page|per|cursor|sort|order|tz|timezone|metric|last|day|format|include|team))\\w*',
    ),
    only('.*\\D.*'),
    partial,
    'part',
  ],
];

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
  return isEchoed && held.length === 1 && typeof held[0] === 'string' ? held[0] : '';
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
