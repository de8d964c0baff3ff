export { type ClientOptions, parseBaseUrl } from './asking/options.ts';
export { planRequests, type RequestPlan } from './asking/plan.ts';
export { planSingleRequest } from './asking/single-request.ts';
export { type AsyncClient, asyncClient } from './async-client.ts';
export { bodyLimits } from './bodies/limits.ts';
export { parseBody } from './bodies/parse-body.ts';
export { findDeepestMatch, findMatches, parsePointerText } from './bodies/pointer.ts';
export { addDays, type CalendarDate, toCalendarDate } from './calendar/calendar.ts';
export type { CutBodyAnswer } from './client.ts';
export {
  type AxisName,
  axisNames,
  configuredProfile,
  type DialectProfile,
  formOf,
  unknownProfile,
} from './dialects/profile.ts';
export { inspectService } from './doctor/doctor.ts';
export { inspectRecordings, type LearnLimits, type RecordedAnswer } from './doctor/recorded.ts';
export type { DoctorReport, EndpointFinding } from './doctor/report.ts';
export { ApiError, type FaultKind, isApiError } from './errors/api-error.ts';
export type { CacheEntry, ClientEvent, HeaderSample, HttpOutcome, HttpRequest } from './exchange/effect.ts';
export type { AsyncHost, SyncHost } from './exchange/host.ts';
export type { SettledCall } from './exchange/together.ts';
export { classifyFault } from './faults/classify.ts';
export { redactOutcome } from './faults/received.ts';
export type { ResultSource } from './freshness/shared-answer.ts';
export { maskKey, parseKey } from './keys/api-key.ts';
export { fingerprintKey } from './keys/fingerprint.ts';
export { createHiddenKey } from './keys/hidden-key.ts';
export { redact } from './keys/redact.ts';
export { isLoopbackHost, isSecureAddress } from './keys/secure-address.ts';
export { maxOf, minOf } from './quota/extremes.ts';
export { parseHeaderWait } from './quota/header-value.ts';
export {
  type HeaderField,
  type HeaderFormat,
  type LimitFields,
  type LimitsRecipe,
  specifiedLimits,
} from './quota/limits-recipe.ts';
export { type Budget, type BudgetInput, planBudget } from './quota/plan.ts';
export { type PlanName, plans } from './quota/plans.ts';
export { type LimitState, type RateState, unknownRateState } from './quota/rate-state.ts';
export { findLatestResetMs, readLimits, readServiceTime } from './quota/read-limits.ts';
export { applyRecipe, type RecipeResult } from './recipes/apply.ts';
export { type CodecName, decodeValue, type ValueFamily } from './recipes/codecs.ts';
export { compileRecipe } from './recipes/compile.ts';
export { validateRecipe } from './recipes/complaints.ts';
export type { Draft, KnownRecipe, RecipeBook, RecipeStatus, Recognition } from './recipes/known-recipe.ts';
export { adoptRecipe, configuredRecipes } from './recipes/learning.ts';
export { toPointerSegment } from './recipes/pointer.ts';
export {
  type FieldPlace,
  findStatedWebsite,
  type Reading,
  type ReadingTrace,
  readByRecipe,
  readByRecipes,
} from './recipes/reading.ts';
export type { Guard, ListRecipe, OwnRule, Recipe, Witness } from './recipes/recipe.ts';
export { checkWitness, knownWitnesses } from './recipes/relations.ts';
export type { ResourceValues } from './recipes/values.ts';
export { percentDecimals } from './recipes/witnesses.ts';
export type { Analytics, AnalyticsDay, AnalyticsPeriod } from './resources/analytics.ts';
export type { Authority, AuthorityComponent } from './resources/authority.ts';
export type { CitationItem, Citations, EngineCitations } from './resources/citations.ts';
export type { Competitor, Competitors } from './resources/competitors.ts';
export type { Endpoint } from './resources/endpoint.ts';
export { isKnownEngine, toEngineId } from './resources/engines.ts';
export type { Website } from './resources/website.ts';
export type { Result, ResultMeta } from './result.ts';
export { type SyncClient, syncClient } from './sync-client.ts';
export { findWebsite } from './websites/find-website.ts';
export { widenWindow } from './windows/widen.ts';
export type { AnalyticsWindow, WindowFit } from './windows/window.ts';
