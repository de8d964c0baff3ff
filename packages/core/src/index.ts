export type { ClientOptions } from './asking/options.ts';
export { parseBaseUrl } from './asking/options.ts';
export { plan, type RequestPlan } from './asking/plan.ts';
export { singleRequest } from './asking/single-request.ts';
export { type AsyncClient, asyncClient } from './async-client.ts';
export { bodyLimits } from './bodies/limits.ts';
export { parseBody } from './bodies/parse-body.ts';
export { matchesOf, segmentsOf, whereItEnds } from './bodies/pointer.ts';
export type { CalendarDate } from './calendar/calendar.ts';
export { addDays, dateOf } from './calendar/calendar.ts';
export { amongMany, discoveryLimit } from './change/among-many.ts';
export {
  type AuthorityDay,
  type AuthorityMethod,
  authorityMethodChange,
  authorityUnit,
  authorityWeek,
} from './change/authority-change.ts';
export { displayDigits, inPoints, rounded } from './change/digits.ts';
export { excludesZero } from './change/interval.ts';
export { compareLevels } from './change/judge.ts';
export { daysInWeek, daysToCompare, type Level, weekLevel } from './change/level.ts';
export { differencesToJudge } from './change/noise.ts';
export { type DuelOutcome, duel, type Ranked, rankByShare } from './change/ranks.ts';
export {
  compareShares,
  minimumShareEffect,
  type ShareDay,
  type ShareWeek,
  shareWeek,
} from './change/share-change.ts';
export type { Change, Direction, Verdict } from './change/verdict.ts';
export { changeWords, verdictWords } from './change/words.ts';
export type { BodyOfWindow } from './client.ts';
export {
  type AxisName,
  axisNames,
  configuredProfile,
  type DialectProfile,
  formOf,
  unknownProfile,
} from './dialects/profile.ts';
export { doctorAsync } from './doctor/doctor.ts';
export { doctorRecorded, type LearnLimits, type RecordedAnswer } from './doctor/recorded.ts';
export type { DoctorReport, EndpointFinding } from './doctor/report.ts';
export { ApiError, type FaultKind, isApiError } from './errors/api-error.ts';
export type { CacheEntry, ClientEvent, HeaderSample, HttpOutcome, HttpRequest } from './exchange/effect.ts';
export type { AsyncHost, SyncHost } from './exchange/host.ts';
export type { Settled } from './exchange/together.ts';
export { classify } from './faults/classify.ts';
export { receive } from './faults/received.ts';
export type { ResultSource } from './freshness/shared-answer.ts';
export { maskKey, parseKey } from './keys/api-key.ts';
export { fingerprint } from './keys/fingerprint.ts';
export { hiddenKey } from './keys/hidden-key.ts';
export { redact } from './keys/redact.ts';
export { isLoopbackHost, isSecureAddress } from './keys/secure-address.ts';
export { largestOf, smallestOf } from './quota/extremes.ts';
export { readWait } from './quota/header-value.ts';
export {
  type HeaderField,
  type HeaderFormat,
  type LimitFields,
  type LimitsRecipe,
  specifiedLimits,
} from './quota/limits-recipe.ts';
export { type Budget, type BudgetQuestion, planBudget } from './quota/plan.ts';
export { type PlanName, plans } from './quota/plans.ts';
export { type LimitState, type RateState, unknownRate } from './quota/rate-state.ts';
export { latestResetMs, readLimits, serviceTime } from './quota/read-limits.ts';
export { type Applied, applyRecipe } from './recipes/apply.ts';
export { type CodecName, decode as decodeValue, type Family } from './recipes/codecs.ts';
export { compileRecipe } from './recipes/compile.ts';
export { recipeComplaints } from './recipes/complaints.ts';
export type { Draft, KnownRecipe, RecipeBook, RecipeStatus, Recognition } from './recipes/known-recipe.ts';
export { adopt as adoptRecipe, configuredRecipes } from './recipes/learning.ts';
export { segmentOf } from './recipes/pointer.ts';
export {
  type FieldPlace,
  type Reading,
  type ReadingTrace,
  readByRecipe,
  readByRecipes,
  statedWebsite,
} from './recipes/reading.ts';
export type { Guard, ListRecipe, OwnRule, Recipe, Witness } from './recipes/recipe.ts';
export { holds, witnessesOf } from './recipes/relations.ts';
export type { ResourceValues } from './recipes/values.ts';
export { percentDecimals } from './recipes/witnesses.ts';
export type { Analytics, AnalyticsDay, AnalyticsPeriod } from './resources/analytics.ts';
export type { Authority, AuthorityComponent } from './resources/authority.ts';
export type { CitationItem, Citations, EngineCitations } from './resources/citations.ts';
export type { Competitor, Competitors } from './resources/competitors.ts';
export type { Endpoint } from './resources/endpoint.ts';
export { engineOf, isEngine as isKnownEngine } from './resources/engines.ts';
export type { Website } from './resources/website.ts';
export type { Result, ResultMeta } from './result.ts';
export { type SyncClient, syncClient } from './sync-client.ts';
export { checkScheme, type SchemeReading } from './webhooks/check-scheme.ts';
export type { Delivery, Hmac } from './webhooks/delivery.ts';
export { type Diagnosis, diagnose } from './webhooks/diagnose.ts';
export { type DeliveryReading, readDelivery } from './webhooks/read-delivery.ts';
export type { SignatureScheme } from './webhooks/signature-scheme.ts';
export type { RefusalReason, Verification } from './webhooks/verification.ts';
export { verifyDelivery } from './webhooks/verify-delivery.ts';
export { findWebsite } from './websites/find-website.ts';
export { widened } from './windows/widen.ts';
export type { AnalyticsWindow, WindowFit } from './windows/window.ts';
