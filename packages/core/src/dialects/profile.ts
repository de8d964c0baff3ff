import type { DeltaUnit } from '../quota/reset.ts';
import { form1 } from './form-1.ts';
import { form2 } from './form-2.ts';

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

/** The unit in which the service counts down to a reset (specification §8: not shown). */
export interface LearntUnit {
  readonly unit: DeltaUnit;
  readonly at: number;
}

/**
 * The dialect a service speaks, axis by axis, because a live service may mix the Forms (specification: no statement
 * says which is in force).
 */
export interface DialectProfile extends Readonly<Record<AxisName, Axis>> {
  readonly resetUnit?: LearntUnit;
}

export const axisNames: readonly AxisName[] = ['websiteParameter', 'window', 'errorCodes'];

const unknown: Axis = { form: null, evidence: [] };

export const unknownProfile: DialectProfile = {
  websiteParameter: unknown,
  window: unknown,
  errorCodes: unknown,
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
export function learn(profile: DialectProfile, axis: AxisName, sign: Evidence): DialectProfile {
  const { form, evidence, configured } = profile[axis];
  if (configured) return profile;
  const last = evidence[evidence.length - 1];
  if (form === sign.form && last?.seen === sign.seen) return profile;
  const believed = form === null || form === sign.form ? sign.form : null;
  return { ...profile, [axis]: { form: believed, evidence: evidence.concat(sign).slice(-4) } };
}

export function learnUnit(profile: DialectProfile, unit: DeltaUnit, at: number): DialectProfile {
  return { ...profile, resetUnit: { unit, at } };
}

/** Takes back what was believed of an axis; its evidence stays on record. */
export function unlearn(profile: DialectProfile, axis: AxisName): DialectProfile {
  return { ...profile, [axis]: { form: null, evidence: profile[axis].evidence } };
}

/** The one Form that all known axes agree on, `mixed` where they disagree, null while nothing is known. */
export function formOf(profile: DialectProfile): 1 | 2 | 'mixed' | null {
  const forms = axisNames.map((name) => profile[name].form).filter((form) => form !== null);
  if (forms.length === 0) return null;
  return forms.every((form) => form === forms[0]) ? (forms[0] as 1 | 2) : 'mixed';
}

export function otherForm(form: 1 | 2): 1 | 2 {
  return form === 1 ? 2 : 1;
}

export function dialectOf(form: 1 | 2): typeof form1 | typeof form2 {
  return form === 1 ? form1 : form2;
}
