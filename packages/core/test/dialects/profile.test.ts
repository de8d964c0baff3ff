import { forms } from '@answershare/sandbox';
import { describe, expect, it } from 'vitest';
import {
  addEvidence,
  axisNames,
  configuredProfile,
  type DialectProfile,
  type Evidence,
  removeEvidence,
  toForm,
  unknownProfile,
} from '../../src/dialects/profile.ts';

const sign = (form: 1 | 2, seen: string, at = 1): Evidence => ({ form, seen, at });

const profileWith = (...signs: readonly Evidence[]): DialectProfile =>
  signs.reduce((profile, one) => addEvidence(profile, 'window', one), unknownProfile);

describe('a profile', () => {
  it('knows no axis at first', () => {
    expect(unknownProfile).toEqual({
      websiteParameter: { form: null, evidence: [] },
      window: { form: null, evidence: [] },
      errorCodes: { form: null, evidence: [] },
    });
    expect(toForm(unknownProfile)).toBeNull();
  });

  it.each(forms)('configured as Form %i knows every axis', (form) => {
    const axis = {
      form,
      evidence: [{ form, seen: `configured as Form ${form}`, at: 0 }],
      configured: true,
    };
    expect(configuredProfile(form)).toEqual({ websiteParameter: axis, window: axis, errorCodes: axis });
    expect(toForm(configuredProfile(form))).toBe(form);
  });
});

describe('evidence', () => {
  it('is believed for an unknown axis, and for that axis alone', () => {
    const profile = addEvidence(unknownProfile, 'window', sign(2, 'a', 4));
    expect(profile.window).toEqual({ form: 2, evidence: [{ form: 2, seen: 'a', at: 4 }] });
    expect(profile.websiteParameter).toEqual(unknownProfile.websiteParameter);
    expect(profile.errorCodes).toEqual(unknownProfile.errorCodes);
  });

  it('that repeats the belief changes nothing', () => {
    const once = profileWith(sign(1, 'a', 1));
    expect(addEvidence(once, 'window', sign(1, 'a', 2))).toBe(once);
  });

  it('is added again after its belief was withdrawn', () => {
    const doubted = removeEvidence(profileWith(sign(1, 'a', 1)), 'window');
    expect(addEvidence(doubted, 'window', sign(1, 'a', 2)).window).toEqual({
      form: 1,
      evidence: [sign(1, 'a', 1), sign(1, 'a', 2)],
    });
  });

  it('is recorded for a known Form without evidence', () => {
    const bare: DialectProfile = { ...unknownProfile, window: { form: 1, evidence: [] } };
    expect(addEvidence(bare, 'window', sign(1, 'a')).window).toEqual({ form: 1, evidence: [sign(1, 'a')] });
  });

  it('with the same Form and other text is recorded', () => {
    expect(profileWith(sign(1, 'a'), sign(1, 'b')).window).toEqual({
      form: 1,
      evidence: [sign(1, 'a'), sign(1, 'b')],
    });
  });

  it('of the other Form withdraws the belief, is recorded, and the next evidence decides', () => {
    const doubted = profileWith(sign(1, 'a'), sign(2, 'b'));
    expect(doubted.window).toEqual({ form: null, evidence: [sign(1, 'a'), sign(2, 'b')] });
    expect(addEvidence(doubted, 'window', sign(2, 'c')).window.form).toBe(2);
    expect(addEvidence(doubted, 'window', sign(1, 'c')).window.form).toBe(1);
  });

  it('is dropped once four newer ones are recorded', () => {
    const profile = profileWith(...['a', 'b', 'c', 'd', 'e'].map((seen) => sign(1, seen)));
    expect(profile.window.evidence.map(({ seen }) => seen)).toEqual(['b', 'c', 'd', 'e']);
  });
});

describe('unlearning an axis', () => {
  it('withdraws the belief, keeps the record, and leaves the other axes unchanged', () => {
    const profile = removeEvidence(configuredProfile(2), 'errorCodes');
    expect(profile.errorCodes).toEqual({
      form: null,
      evidence: [{ form: 2, seen: 'configured as Form 2', at: 0 }],
    });
    expect([profile.websiteParameter.form, profile.window.form]).toEqual([2, 2]);
  });
});

describe('the Form of a profile', () => {
  it.each(axisNames)('is that of %s if it is the only known axis', (axis) => {
    expect(toForm(addEvidence(unknownProfile, axis, sign(2, 'a')))).toBe(2);
  });

  it('is mixed if any two axes disagree', () => {
    for (const axis of axisNames) {
      const others = removeEvidence(configuredProfile(1), axis);
      expect(toForm(addEvidence(others, axis, sign(2, 'a')))).toBe('mixed');
    }
  });

  it('is that of the known axes if one is unknown', () => {
    expect(toForm(removeEvidence(configuredProfile(2), 'window'))).toBe(2);
  });
});
