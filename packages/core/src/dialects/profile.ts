import type { LimitsRecipe } from '../quota/limits-recipe.ts';
import type { Endpoint } from '../resources/resources.ts';
import { form1, form2 } from './forms.ts';

/** One sign that speaks for a Form on one axis. */
export interface Evidence {
  readonly form: 1 | 2;
  /** What was seen, one clause. */
  readonly seen: string;
  readonly at: number;
}

/** What is known about one axis on which the Forms differ; `form` is null while nothing is known. */
export interface Axis {
  readonly form: 1 | 2 | null;
  readonly evidence: readonly Evidence[];
  /** Given by configuration and never doubted. */
  readonly configured?: true;
}

export type AxisName = 'websiteParameter' | 'window' | 'errorCodes';

/**
 * The dialect a service speaks, axis by axis, because a live service may mix the Forms (specification: no statement
 * says which is in force).
 */
export interface DialectProfile extends Readonly<Record<AxisName, Axis>> {
  /** In which headers the service states its limits, once that is learnt. */
  readonly limits?: LimitsRecipe;
  /** Endpoints whose answers were seen to be about the website asked for, each with the Form of the parameter's name. */
  readonly parameterOf?: Readonly<Partial<Record<Endpoint, 1 | 2>>>;
  /** Endpoints that refused a website by both names; the other name is not tried there again. */
  readonly refusedBoth?: readonly Endpoint[];
}

export const axisNames: readonly AxisName[] = ['websiteParameter', 'window', 'errorCodes'];

const unknownAxis: Axis = { form: null, evidence: [] };

export const unknownProfile: DialectProfile = {
  websiteParameter: unknownAxis,
  window: unknownAxis,
  errorCodes: unknownAxis,
};

/** A profile fixed by configuration. */
export function configuredProfile(form: 1 | 2): DialectProfile {
  const axis: Axis = {
    form,
    evidence: [{ form, seen: `configured as Form ${form}`, at: 0 }],
    configured: true,
  };
  return { websiteParameter: axis, window: axis, errorCodes: axis };
}

/**
 * Adds a sign to an axis. A sign for the other Form takes back what was believed: the axis is unknown until the next sign,
 * and both stay on record.
 */
export function addEvidence(profile: DialectProfile, axis: AxisName, sign: Evidence): DialectProfile {
  const { form, evidence, configured } = profile[axis];
  if (configured) return profile;
  const last = evidence[evidence.length - 1];
  if (form === sign.form && last?.seen === sign.seen) return profile;
  const believed = form === null || form === sign.form ? sign.form : null;
  return { ...profile, [axis]: { form: believed, evidence: evidence.concat(sign).slice(-4) } };
}

/** The Form in whose words an endpoint takes its website, as far as known; what is configured goes before what was seen. */
export function toParameterForm(
  { websiteParameter, parameterOf }: DialectProfile,
  endpoint: Endpoint,
): 1 | 2 | null {
  return (websiteParameter.configured ? null : parameterOf?.[endpoint]) ?? websiteParameter.form;
}

/** Notes that an endpoint honours the website parameter of a Form. */
export function addParameterEvidence(
  profile: DialectProfile,
  endpoint: Endpoint,
  form: 1 | 2,
): DialectProfile {
  const { refusedBoth, ...others } = profile;
  if (profile.parameterOf?.[endpoint] === form && !refusedBoth?.includes(endpoint)) return profile;
  const remaining = refusedBoth?.filter((one) => one !== endpoint) ?? [];
  const parameterOf = { ...profile.parameterOf, [endpoint]: form };
  return { ...others, parameterOf, ...(remaining.length > 0 ? { refusedBoth: remaining } : {}) };
}

/** Notes that an endpoint refused a website by both names. */
export function addRefusalOfBoth(profile: DialectProfile, endpoint: Endpoint): DialectProfile {
  const before = profile.refusedBoth ?? [];
  return before.includes(endpoint) ? profile : { ...profile, refusedBoth: [...before, endpoint] };
}

/** True where an endpoint spoke the other Form all along, because others are seen to speak the one that is believed. */
export function isParameterMixed(
  { websiteParameter, parameterOf }: DialectProfile,
  endpoint: Endpoint,
): boolean {
  const seen = parameterOf ?? {};
  const names = Object.keys(seen) as Endpoint[];
  return (
    seen[endpoint] === undefined &&
    websiteParameter.form !== null &&
    names.some((name) => seen[name] === websiteParameter.form)
  );
}

/** Takes back what was believed of an axis; its evidence stays on record. */
export function removeEvidence(profile: DialectProfile, axis: AxisName): DialectProfile {
  return { ...profile, [axis]: { form: null, evidence: profile[axis].evidence } };
}

/** The one Form that all known axes and endpoints agree on, `mixed` where they disagree, null while nothing is known. */
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
