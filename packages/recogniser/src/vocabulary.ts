/**
 * The words of field names by tag, each once: lower case, singular, without separators. A name with an unknown word is
 * another figure.
 */
export const vocabulary = {
  // Figures
  visitor: 'visitor uv besucher visiteur visitante visitatore',
  user: 'user people usuario',
  pageview: 'pageview view pv screenpageview screenview seitenaufruf vue vista',
  citation: 'citation cite cited citing zitat zitation citacion citazione citacao',
  mention: 'mention mentioned erwaehnung mencion menzione',
  share: 'share anteil cuota quota',
  voice: 'voice voz voix voce',
  sov: 'sov',
  score: 'score index puntuacion punteggio',
  rating: 'rating grade',
  authority: 'authority eas autorite autoridad autorita autoritaet',
  entity: 'entity entite entidad',
  weight: 'weight weighting gewicht poids peso',
  scale: 'scale max maximum outof possible',
  // Words that narrow a figure
  unique: 'unique uniq distinct',
  ai: 'ai',
  total: 'total',
  overall: 'overall all combined composite',
  percent: 'percent pct percentage prozent',
  fraction: 'fraction ratio',
  top: 'top',
  // Words that make it another figure
  another:
    'previous prior prev earlier before last past change changed delta diff difference growth variation average avg mean median min minimum goal rank position rate forecast expected new returning repeat bot crawler human organic paid direct potential compare comparison benchmark baseline lost gained',
  cumulative: 'cumulative running accumulated lifetime',
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
  place: 'country city region language device browser os segment topic',
  query: 'query prompt question keyword',
  own: 'own you your self owned our yours primary mine my me client target',
  role: 'type role kind relationship',
  // Time
  date: 'date day datum jour dia giorno timestamp time datetime x t ts',
  moment: 'at seen created found discovered observed detected captured checked first',
  from: 'from start since begin',
  to: 'to end until',
  // Containers
  wrapper:
    'data result response body payload attribute metric stat statistic summary overview report info detail envelope output content record entry item row list node resource object collection set array meta embedded edge',
  daily: 'daily series timeseries history trend chart datapoint bucket histogram timeline',
  component:
    'component breakdown factor pillar part subscore dimension signal category section criterion element sub',
  feed: 'feed',
  traffic: 'traffic analytic',
  ranking: 'ranking leaderboard distribution landscape',
  neutral: 'count number num nb times amount sum by per the of in is has and for current main',
  value: 'value figure y',
  active: 'active',
  point: 'point',
  // Statements about figures
  unit: 'unit multiplier thousand million',
  grain: 'granularity interval resolution frequency period group timeframe range window',
  longer: 'hour hourly week weekly month monthly quarter year',
  filter: 'filter filtered where',
  status:
    'status state connected available tracked tracking measured enabled ready success ok installed configured synced hasdata complete',
  unsettled:
    'partial provisional preliminary pending estimated estimate estimation extrapolated approximate sampled incomplete stale',
  more: 'more next truncated',
  cursor: 'cursor token',
  paging: 'pagination paging limit offset size',
} as const;

export type Tag = keyof typeof vocabulary;

/** Tags that never change a figure. */
export const neutralTags: ReadonlySet<Tag> = new Set<Tag>([
  'neutral',
  'value',
  'wrapper',
  'percent',
  'fraction',
]);

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Names of rows that may be no brand: without a letter or digit, or with these words. */
export const doubtfulRows =
  /^[^\p{L}\p{N}]*(media( del? .*)?|mediana|m\u00e9diane|none|(keine|sans|sin|sem) (marke|marque|marca)|n\/?a|unknown|null)?[^\p{L}\p{N}]*$/iu;

/** Status values of unmeasured figures; so are those that begin with `not`. */
export const unmeasuredWords = wordSet(
  'pending processing queued running error failed disconnected no_data nodata unavailable disabled none missing untracked inactive paused unknown partial incomplete estimated provisional preliminary skipped timeout unsupported calculating collecting syncing in_progress insufficient_data expired',
);

/** Status values of measured figures. */
export const measuredWords = wordSet(
  'ok success succeeded complete completed done ready active enabled connected available measured tracked live final settled published cited new verified',
);

/** Values that mark the own brand's row. */
export const ownWords = wordSet(
  'own self you us primary own_brand ownbrand owned target client main mine brand',
);
