/**
 * Every word that a service may use in a field name, once. A tag is what the word means; a name with a word that is not here is
 * another figure. Lower case, singular, without separators.
 */
export const vocabulary = {
  // Figures
  visitor: 'visitor uv besucher visiteur visitante visitatore',
  user: 'user people usuario',
  pageview: 'pageview view pv screenpageview seitenaufruf vue vista',
  citation: 'citation cite cited citing zitat zitation citacion citazione citacao',
  mention: 'mention mentioned erwaehnung mencion menzione',
  share: 'share anteil cuota quota',
  voice: 'voice voz voix voce',
  sov: 'sov',
  score: 'score rating index puntuacion punteggio',
  authority: 'authority autorite autoridad autorita autoritaet',
  entity: 'entity entite entidad',
  weight: 'weight weighting gewicht poids peso',
  scale: 'scale max maximum outof',
  // Words that narrow a figure
  unique: 'unique uniq distinct',
  ai: 'ai',
  total: 'total',
  overall: 'overall all combined composite',
  percent: 'percent pct percentage prozent',
  fraction: 'fraction ratio',
  // Names and places
  id: 'id uuid guid identifier',
  key: 'key slug',
  name: 'name label displayname nom nombre nome',
  title: 'title headline titel titre titulo',
  domain: 'domain host hostname dominio domaine',
  url: 'url uri link href address',
  website: 'website site property project webseite sitio sito',
  brand: 'brand company marca marque marke',
  rival: 'competitor rival peer wettbewerber concurrent competidor concorrente',
  engine: 'engine platform assistant llm model provider chatbot',
  page: 'page document article post path',
  source: 'source reference referrer channel medium campaign',
  place: 'country city region language device browser os segment topic prompt query keyword',
  own: 'own you your self owned our yours primary mine my me',
  role: 'type role kind relationship',
  // Time
  date: 'date day datum jour dia giorno timestamp time datetime',
  moment: 'at seen created found discovered observed detected captured checked first',
  from: 'from start since begin',
  to: 'to end until',
  // Containers
  wrapper:
    'data result response body payload attribute metric stat statistic summary overview report info detail envelope output content record entry item row list node resource object collection set array meta',
  daily: 'daily series timeseries history trend chart point datapoint bucket histogram timeline',
  component:
    'component breakdown factor pillar part subscore dimension signal category section criterion element sub',
  feed: 'feed',
  traffic: 'traffic analytic',
  ranking: 'ranking leaderboard distribution landscape',
  neutral: 'count number num nb value amount sum figure by per the of in is has and for current',
  // Statements about figures
  unit: 'unit multiplier thousand million currency',
  grain: 'granularity interval resolution frequency period group dimension timeframe',
  status: 'status state connected available tracked measured enabled ready',
  unsettled: 'partial provisional preliminary pending estimated sampled incomplete stale',
  more: 'more next',
  cursor: 'cursor token',
  paging: 'pagination paging',
} as const;

export type Tag = keyof typeof vocabulary;

/** Keys of rows that stand for several brands or engines. */
export const aggregateRows =
  /^(total|all|overall|sum|others|other brands|all others|all brands|all engines|rest|the rest|average|avg|mean|market|industry|combined|everyone else|sonstige|andere|autres|otros|outros)$/i;

/** Values of a status with which figures were not measured. */
export const unmeasuredWords: ReadonlySet<string> = new Set(
  'pending processing queued running error failed not_connected disconnected no_data nodata unavailable disabled none missing not_measured not_tracked untracked inactive paused unknown partial incomplete estimated provisional preliminary skipped timeout'.split(
    ' ',
  ),
);

/** Values by which a row says that it is the own brand's. */
export const ownWords: ReadonlySet<string> = new Set(
  'own self you us primary own_brand ownbrand owned target client main mine'.split(' '),
);
