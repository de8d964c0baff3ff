import type { LimitsRecipe } from '../quota/limits-recipe.ts';
import type { Endpoint } from '../resources/resources.ts';
import { form1, form2 } from './forms.ts';

/** One observation that supports a Form on one axis. */
export interface Evidence {
  readonly form: 1 | 2;
  /** The observation, one clause. */
  readonly seen: string;
  readonly at: number;
}

/** Evidence on one axis where the Forms differ; `form` is null while unknown. */
interface Axis {
  readonly form: 1 | 2 | null;
  readonly evidence: readonly Evidence[];
  /** Set by configuration and never revised. */
  readonly configured?: true;
}

export type AxisName = 'websiteParameter' | 'window' | 'errorCodes';

/**
 * The service's dialect by axis, because a live service may mix the Forms. The specification does not state which is in
 * force.
 */
export interface DialectProfile extends Readonly<Record<AxisName, Axis>> {
  /** Limit headers, once learnt. */
  readonly limits?: LimitsRecipe;
  /** The Form of the website parameter by endpoint, for endpoints seen to honour it. */
  readonly parameterOf?: Readonly<Partial<Record<Endpoint, 1 | 2>>>;
  /** Endpoints that refused a website by both names; the other name is not tried again. */
  readonly refusedBoth?: readonly Endpoint[];
}

export const axisNames: readonly AxisName[] = ['websiteParameter', 'window', 'errorCodes'];

const unknownAxis: Axis = { form: null, evidence: [] };

export const unknownProfile: DialectProfile = {
  websiteParameter: unknownAxis,
  window: unknownAxis,
  errorCodes: unknownAxis,
};

export function configuredProfile(form: 1 | 2): DialectProfile {
  const axis: Axis = {
    form,
    evidence: [{ form, seen: `configured as Form ${form}`, at: 0 }],
    configured: true,
  };
  return { websiteParameter: axis, window: axis, errorCodes: axis };
}

/** Adds evidence to an unconfigured axis. Contradicting evidence makes its Form unknown. Keeps the last four. */
export function addEvidence(profile: DialectProfile, axis: AxisName, sign: Evidence): DialectProfile {
  const { form, evidence, configured } = profile[axis];
  if (configured) return profile;
  const last = evidence[evidence.length - 1];
  if (form === sign.form && last?.seen === sign.seen) return profile;
  const believed = form === null || form === sign.form ? sign.form : null;
  return { ...profile, [axis]: { form: believed, evidence: evidence.concat(sign).slice(-4) } };
}

/** The Form of an endpoint's website parameter; configuration takes precedence over evidence. */
export function toParameterForm(
  { websiteParameter, parameterOf }: DialectProfile,
  endpoint: Endpoint,
): 1 | 2 | null {
  return (websiteParameter.configured ? null : parameterOf?.[endpoint]) ?? websiteParameter.form;
}

/** Records that an endpoint honours the website parameter of a Form. */
export function addParameterEvidence(
  profile: DialectProfile,
  endpoint: Endpoint,
  form: 1 | 2,
): DialectProfile {
  const { refusedBoth, ...others } = profile;
  if (profile.parameterOf?.[endpoint] === form && !refusedBoth?.includes(endpoint)) return profile;
  const remaining = refusedBoth?.filter((one) => one !== endpoint) || [];
  const parameterOf = { ...profile.parameterOf, [endpoint]: form };
  return { ...others, parameterOf, ...(remaining.length > 0 ? { refusedBoth: remaining } : {}) };
}

/** Records that an endpoint refused a website by both names. */
export function addRefusalOfBoth(profile: DialectProfile, endpoint: Endpoint): DialectProfile {
  const before = profile.refusedBoth || [];
  return before.includes(endpoint) ? profile : { ...profile, refusedBoth: [...before, endpoint] };
}

/** True if other endpoints confirm the believed Form, so that a deviation concerns this endpoint alone. */
export function isParameterMixed(
  { websiteParameter, parameterOf }: DialectProfile,
  endpoint: Endpoint,
): boolean {
  const seen = parameterOf || {};
  const names = Object.keys(seen) as Endpoint[];
  return (
    seen[endpoint] === undefined &&
    websiteParameter.form !== null &&
    names.some((name) => seen[name] === websiteParameter.form)
  );
}

/** Resets an axis to unknown and keeps its evidence. */
export function removeEvidence(profile: DialectProfile, axis: AxisName): DialectProfile {
  return { ...profile, [axis]: { form: null, evidence: profile[axis].evidence } };
}

/** The Form of all known axes and endpoints; `mixed` if they disagree, null if unknown. */
export function toForm(profile: DialectProfile): 1 | 2 | 'mixed' | null {
  const { parameterOf = {} } = profile;
  const ofAxes = axisNames.map((name) => profile[name].form);
  const forms = ofAxes.concat(Object.values(parameterOf)).filter((form) => form !== null);
  if (forms.length === 0) return null;
  return forms.every((form) => form === forms[0]) ? (forms[0] as 1 | 2) : 'mixed';
}

export function otherForm(form: 1 | 2): 1 | 2 {
  return form === 1 ? 2 : 1;
}

export function toDialect(form: 1 | 2): typeof form1 | typeof form2 {
  return form === 1 ? form1 : form2;
}
