export type { Result, ResultMeta } from './answer.ts';
export { type AsyncClient, asyncClient } from './async-client.ts';
export {
  addDays,
  type CalendarDate,
  countWindowDays,
  type DateSpan,
  daysBetween,
  toCalendarDate,
  toPreviousWindow,
} from './calendar/calendar.ts';
export { formatUtcTime } from './calendar/instant.ts';
export {
  type Cadence,
  cadences,
  countInYear,
  findPeriod,
  isPeriodKey,
  type PeriodKey,
  shiftPeriod,
  toPeriodDates,
} from './calendar/period-key.ts';
export { isValidDate } from './calendar/units.ts';
export {
  type AxisName,
  axisNames,
  configuredProfile,
  type DialectProfile,
  toForm,
  unknownProfile,
} from './dialects/profile.ts';
export { inspectRecordings, type RecordedAnswer } from './doctor/inspect-recordings.ts';
export { inspectService } from './doctor/inspect-service.ts';
export type { DoctorReport, EndpointFinding } from './doctor/probe.ts';
export { selectSampleWebsites } from './doctor/select-sample-websites.ts';
export { ApiError, type FaultKind, isApiError } from './errors/api-error.ts';
export { isTransientFault } from './errors/fault-caching.ts';
export type { AsyncHost, SyncHost } from './exchange/drivers.ts';
export type { CacheEntry, ClientEvent, HeaderSample, HttpOutcome, HttpRequest } from './exchange/effect.ts';
export type { SettledCall } from './exchange/run-together.ts';
export { classifyFault, readOutcomeLimits } from './faults/classify-fault.ts';
export { redactOutcome } from './faults/redact-outcome.ts';
export { findDeepestMatch, findMatches, parsePointerText } from './json/json.ts';
export { bodyLimits, parseBody } from './json/parse-json.ts';
export {
  fingerprintKey,
  gatewayKeyPrefix,
  isGatewayKey,
  isLoopbackHost,
  isSecureAddress,
  maskKey,
  openPart,
  parseKey,
} from './keys/api-key.ts';
export { createHiddenKey, redact } from './keys/redact.ts';
export { planRequests, type RequestPlan } from './negotiation/plan-requests.ts';
export type { CutBodyAnswer } from './operations.ts';
export { type ParsedPeriod, type Period, parsePeriod } from './query/period.ts';
export { formatPeriodFault } from './query/period-fault.ts';
export { translatePeriod } from './query/period-words.ts';
export { findStatedWindow } from './query/stated-window.ts';
export { addAliases, findWebsite, matchWebsites } from './query/website.ts';
export { type AnalyticsWindow, widenWindow } from './query/window.ts';
export { type Budget, type BudgetInput, planBudget } from './quota/budget.ts';
export {
  type HeaderField,
  type HeaderFormat,
  isStatedLimit,
  type LimitFields,
  type LimitState,
  type LimitsRecipe,
  type RateState,
  specifiedLimits,
  unknownRateState,
} from './quota/limits-recipe.ts';
export { type PlanName, plans } from './quota/plans.ts';
export { latestResetMs, parseHeaderWait, readLimits, readServiceTime } from './quota/read-limits.ts';
export { parseRetryAfter } from './quota/retry-after.ts';
export { type CodecName, decodeValue, toInstantMs, type ValueFamily } from './recipes/codecs.ts';
export { compileRecipe, formatFlaws } from './recipes/compile.ts';
export { isPageSize } from './recipes/raw-figures.ts';
export {
  applyRecipe,
  type FieldPointer,
  findStatedWebsite,
  type Reading,
  type ReadingTrace,
  type RecipeResult,
  readByRecipe,
  readByRecipes,
} from './recipes/read-by-recipe.ts';
export type {
  Draft,
  Guard,
  KnownRecipe,
  ListRecipe,
  OwnRule,
  Recipe,
  RecipeBook,
  RecipeStatus,
  Recognition,
  Witness,
} from './recipes/recipe.ts';
export { adoptRecipe, configuredRecipes, hasEmptyList, maxAlternatives } from './recipes/recipe-book.ts';
export { toPointerSegment } from './recipes/recipe-pointer.ts';
export { isAggregateName } from './recipes/rows.ts';
export { validateRecipe } from './recipes/validate-recipe.ts';
export { checkWitness, countPercentDecimals, isRunningTotal, knownWitnesses } from './recipes/witnesses.ts';
export { type ClientOptions, parseBaseUrl } from './request/options.ts';
export { planSingleRequest } from './request/request.ts';
export {
  findSharedNames,
  mergeBrands,
  mergeEngines,
  type NameEntry,
  type NameList,
  nameKinds,
  toNameKey,
} from './resources/aliases.ts';
export {
  type CardFigure,
  type FigureName,
  type FigureUnit,
  figureNames,
  figureOf,
  figures,
  type JudgedFigure,
  listFigureNames,
  type TrackedFigure,
} from './resources/figures.ts';
export { maxOf, minOf } from './resources/min-max.ts';
export { foldName, normalizeDomain, suggestWord } from './resources/names.ts';
export { engineLabels, isKnownEngine, listEngines, toEngineId } from './resources/normalize.ts';
export { toPageAddress } from './resources/page-address.ts';
export type {
  Analytics,
  AnalyticsDay,
  Authority,
  CitationItem,
  Citations,
  Competitor,
  Competitors,
  CurrentEndpoint,
  Endpoint,
  ResourceValues,
  Website,
  WebsiteEndpoint,
} from './resources/resources.ts';
export { endpointNames, trafficFields, websiteEndpointNames } from './resources/resources.ts';
export { type SyncClient, syncClient } from './sync-client.ts';
