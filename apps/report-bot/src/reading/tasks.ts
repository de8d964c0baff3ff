import { createHash, createHmac } from 'node:crypto';
import {
  bodyLimits,
  type Delivery,
  type DeliveryReading,
  type Diagnosis,
  type DoctorReport,
  type Draft,
  diagnose,
  doctorRecorded,
  type Endpoint,
  type Mapping,
  parseBody,
  type Reading,
  type RecordedAnswer,
  readByRecipe,
  readDelivery,
  readers,
  toReading,
} from '@answershare/core';
import { recognise } from '@answershare/recogniser';
import { draftFor, draftsFor, type MappingDraft } from '../cli/meeting/mapping-drafts.ts';
import type { ReadDraft, Recognised } from '../cli/meeting/recognise-bodies.ts';

/** Whoever asks has checked the size by his own settings. */
const ofAnyLength = { ...bodyLimits, bytes: Number.POSITIVE_INFINITY };

function read(endpoint: Endpoint, text: string, mapping: Mapping | null): Reading<unknown> {
  const parsed = parseBody(text, ofAnyLength);
  return toReading(readers[endpoint](parsed.ok ? parsed.body : null, mapping === null ? {} : { mapping }));
}

/** What takes a time that a body decides. Arguments and results are plain data. */
export const tasks = {
  learn: recognise,
  readOrDraft(
    endpoint: Endpoint,
    text: string,
    mapping: Mapping | null,
  ): { readonly reading: Reading<unknown>; readonly draft: MappingDraft | null } {
    const reading = read(endpoint, text, mapping);
    return { reading, draft: reading.ok || mapping !== null ? null : draftFor(endpoint, text) };
  },
  recognised(endpoint: Endpoint, texts: readonly string[]): Recognised {
    const bodies = texts.flatMap((text) => {
      const parsed = parseBody(text, ofAnyLength);
      return parsed.ok ? [parsed.body] : [];
    });
    const { clear, drafts, reason } = recognise(endpoint, bodies);
    const read = ({ recipe, assumes }: Draft): ReadDraft => ({
      recipe,
      assumes,
      readings: bodies.map((body) => readByRecipe(endpoint, recipe, body)),
    });
    return { clear, reason, drafts: drafts.map(read) };
  },
  drafts: draftsFor,
  recorded(answers: readonly RecordedAnswer[]): {
    readonly report: DoctorReport;
    readonly drafts: readonly MappingDraft[];
  } {
    const report = doctorRecorded(answers, recognise);
    return { report, drafts: draftsFor(report, answers) };
  },
  diagnosed(
    delivery: Delivery,
    secrets: readonly string[],
    now: number,
  ): { readonly found: Diagnosis; readonly event: DeliveryReading } {
    const found = diagnose(
      delivery,
      secrets,
      (key, data) => createHmac('sha256', key).update(data).digest(),
      now,
    );
    const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
    return { found, event: readDelivery(delivery, sha256, found.ok ? found.scheme : null) };
  },
} as const;

export type Tasks = typeof tasks;
