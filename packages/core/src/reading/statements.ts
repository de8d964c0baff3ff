/** What figures that are so declared are used for: `counts` are refused, `days` are where they are of days; the others are told. */
export type Weight = 'counts' | 'days' | 'part' | 'told' | 'sample' | 'unscaled';

type Statement = readonly [names: RegExp, values: RegExp, says: string, weight: Weight];

/** A field of `words` alone or with the figures that it speaks of before or behind it: `visitors_unit`, and `visitors` in `units`. */
const named = (words: string): RegExp => {
  const whose =
    '(\\w*(visitor|user|view|visit|session|citation|mention|count|total|value|figure|number|metric|data|series|traffic)s?)?';
  return new RegExp(`^${whose}(${words})s?${whose}$`);
};

/** A text that is one of `words`, which have bars between them. */
export const only = (words: string): RegExp => new RegExp(`^(${words})$`);

const multiples = 'the figures are multiples or fractions of one';
export const portions = 'the figures are parts of a whole and no counts';
const made = 'the figures are no counts of single days';
const drawn = 'the figures are made from a sample';
const unscaled = 'the figures are those of a sample alone';
const unsure = 'the figures are not measured or not final';
const unreal = 'the figures are of no real website';
export const partial = 'the figures are of this part alone';

const rough =
  'estimated?|estimates|estimation|approximat(ed?|ion)|provisional|preliminary|unverified|unconfirmed|draft|delayed|projected|projection|forecast(ed)?|predicted|prediction|model?led|interpolated|imputed|extrapolated';
const invented =
  'demo|sample|mock(ed)?|dummy|fake|sandbox(ed)?|synthetic|simulated|simulation|placeholder|test|example';
const yes = only('true|yes|1');
const no = only('false|no|0');

/** What a body may declare of its figures: of a field (a plain name), of what it holds (in lower case, without spaces, hyphens and underscores). */
export const statements: readonly Statement[] = [
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
  [
    only('(traffic|visit(or)?)(type|source|kind|category|segment)|competitor'),
    only('.*[a-z].*'),
    partial,
    'part',
  ],
  [
    only('report(type|name)?|type|kind|category|view|dataset|scope'),
    only(
      '(ai|llm|chatbot|bot|crawler|organic|paid|direct|social|email|referral)(assistant|search)?(traffic|visit|visitor|referral|session|pageview)s?',
    ),
    partial,
    'part',
  ],
  [only('(landing)?page(path|url)?|path'), only('(https?:)?/(?!\\*$).*'), partial, 'part'],
  [
    only(
      '(applied|active)?(dimension)?filter(?!s?(website|site|domain|property|start|end|from|to|date|since|until|range|period|window|interval|granularity|limit|offset|page|per|cursor|sort|order|tz|timezone|metric|last|day|format|include|team))\\w*',
    ),
    only('.*\\D.*'),
    partial,
    'part',
  ],
];
