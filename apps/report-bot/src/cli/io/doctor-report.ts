import { axisNames, type DoctorReport, type LimitState, type Recipe } from '@answershare/core';
import { stringify } from 'yaml';
import type { Service } from '../../settings/services.ts';
import { formatReadings, formatWebsite, type InspectedEndpoint } from './doctor-recipes.ts';
import { formatTrace } from './format.ts';

/** Settings that the doctor does not detect and therefore keeps. */
export type ConfiguredService = Pick<Service, 'plan' | 'recipes'>;

/** One line of YAML, quoted if necessary. */
const formatYamlPair = (name: string, text: string | number): string =>
  stringify({ [name]: text }, { lineWidth: 0, blockQuote: false }).trimEnd();

/** Pins a Form only if both axes of requests are known; otherwise the client keeps detecting it. */
function formatForm({ form, profile }: DoctorReport): string {
  const unknownAxes = (['websiteParameter', 'window'] as const).filter((name) => profile[name].form === null);
  if (unknownAxes.length > 0) return `auto    # unknown: ${unknownAxes.join(', ')}`;
  return form === 1 || form === 2 ? String(form) : 'auto';
}

function formatEndpointRecipes(endpoint: string, recipes: Recipe | readonly Recipe[]): string[] {
  const text = stringify({ [endpoint]: recipes }, { lineWidth: 0 }).trimEnd();
  return text.split('\n').map((line) => `    ${line}`);
}

/** An unconfirmed recipe is commented out. */
function formatInspected({ endpoint, recognised, known, status }: InspectedEndpoint): string[] {
  const draft = known ?? recognised.drafts[0];
  if (draft === undefined) return [`    # ${endpoint}: no recipe: ${recognised.reason}`];
  const head = `    # ${endpoint}: ${status ?? 'unclear, so compare its figures before you take the "# " away'}`;
  const assumed = draft.assumes.map((words) => `    # assumes: ${words}`);
  const lines = formatEndpointRecipes(endpoint, draft.recipe);
  return [
    head,
    ...assumed,
    ...(status === null ? lines.map((line) => line.replace(/^ {4}/, '    # ')) : lines),
  ];
}

/**
 * Lines for the settings file: address, Form, existing settings, and each recipe with status and assumptions.
 * Valid YAML.
 */
function formatConfigSnippet(
  report: DoctorReport,
  url: string | null,
  configured: ConfiguredService,
  inspected: readonly InspectedEndpoint[],
): string[] {
  const configuredRecipes = Object.entries(configured.recipes ?? {});
  const recipes = [
    ...configuredRecipes.flatMap(([endpoint, recipe]) => formatEndpointRecipes(endpoint, recipe)),
    ...inspected.flatMap(formatInspected),
  ];
  const isActive = configuredRecipes.length > 0 || inspected.some(({ status }) => status !== null);
  return [
    'service:',
    `  ${url === null ? 'url: https://api.example.com    # the recordings do not tell the address' : formatYamlPair('url', url)}`,
    '  key: $' + '{ANSWERSHARE_API_KEY}',
    `  form: ${formatForm(report)}`,
    ...(configured.plan === undefined ? [] : [`  plan: ${configured.plan}`]),
    ...(recipes.length === 0 ? [] : [isActive ? '  recipes:' : '  # recipes:', ...recipes]),
  ];
}

/** Formats a doctor's report: Form with evidence, answers with fields, quota, draft figures, config snippet. */
export function formatDoctorReport(
  report: DoctorReport,
  url: string | null,
  configured: ConfiguredService,
  inspected: readonly InspectedEndpoint[],
): string {
  const lines = [`Form: ${report.form === null ? 'unknown' : report.form}`];
  for (const name of axisNames) {
    const axis = report.profile[name];
    lines.push(`  ${name}: ${axis.form === null ? 'unknown' : `Form ${axis.form}`}`);
    const signs = axis.evidence.map(
      ({ form, seen }) => `    ${seen}${form === axis.form ? '' : `, which spoke for Form ${form}`}`,
    );
    for (const sign of new Set(signs)) lines.push(sign);
  }
  lines.push('Answers:');
  for (const { endpoint, website, status, ok, summary, trace, fault } of report.endpoints) {
    const isConfirmed = inspected.some((one) => one.endpoint === endpoint && one.status === 'confirmed');
    const about = website === null ? endpoint : `${endpoint} of ${formatWebsite(report, website)}`;
    const state = ok || (fault === 'shape' && isConfirmed) ? 'ok  ' : 'FAIL';
    const found = isConfirmed && !ok ? 'read by the recipe that you confirmed' : summary;
    lines.push(`  ${state} ${about} ${status ?? 'no answer'}: ${found}`);
    if (trace === null) continue;
    lines.push(`         recipe: ${trace.status}`, ...formatTrace(trace, '         '));
  }
  lines.push(`Requests spent: ${report.spent}`);
  lines.push(`Quota left: ${formatQuota(report)}`);
  lines.push(formatClock(report));
  for (const line of inspected.flatMap(formatUnclearDrafts)) lines.push(line);
  const snippet = formatConfigSnippet(report, url, configured, inspected);
  return [...lines, 'For the settings file:', ...snippet].join('\n');
}

/** The figures that each draft of an unclear endpoint gives. */
function formatUnclearDrafts(inspected: InspectedEndpoint): string[] {
  const { endpoint, recognised, status } = inspected;
  if (status !== null || recognised.drafts.length === 0) return [];
  return [
    `Unclear: ${endpoint}. Compare with your dashboard, and confirm with "answershare doctor --confirm":`,
    ...recognised.drafts.flatMap((draft, index) => [
      `  ${index + 1}: ${formatReadings(inspected, draft)}`,
      ...draft.assumes.map((words) => `     assumes: ${words}`),
    ]),
  ];
}

/** The difference between the clocks of the service and of this machine. */
function formatClock({ clockSkewMs: skewMs, spent }: DoctorReport): string {
  if (skewMs === null && spent === 0)
    return 'Clock: no recorded answer has both a Date and the time when it came.';
  if (skewMs === null) return 'Clock: the service sends no Date.';
  if (Math.abs(skewMs) <= 60_000) return "Clock: within a minute of the service's.";
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  return `This machine's clock is ${seconds} s ${skewMs < 0 ? 'ahead of' : 'behind'} the service's.`;
}

/** The remaining quota; none for a window whose limit was hit last. */
function formatQuota({ endpoints, rate }: DoctorReport): string {
  const isOver = (kind: 'burst' | 'daily'): boolean =>
    endpoints.some(({ status, fault }) => status === 429 && fault === kind);
  return [
    isOver('burst') ? 'none this minute' : formatQuotaLeft(rate.minute, 'this minute'),
    isOver('daily') ? 'none today' : formatQuotaLeft(rate.day, 'today'),
  ].join('; ');
}

function formatQuotaLeft(limit: LimitState, when: string): string {
  if (limit.remaining === null) return `unknown for ${when}`;
  return `${limit.remaining}${limit.limit === null ? '' : ` of ${limit.limit}`} ${when}`;
}
