import { readdirSync, readFileSync } from 'node:fs';
import type { Endpoint, Recognition } from '@answershare/core';
import { recognise } from '../src/index.ts';
import { judgeRecipe, type Verdict } from './judge.ts';

/** Bodies of one service, and what a careful person takes from them. */
export interface Sample {
  readonly kind: Endpoint;
  readonly name: string;
  readonly why: string;
  readonly source: string;
  readonly body?: unknown;
  readonly bodies?: readonly unknown[];
  /** Read at once. One value for each of several bodies. */
  readonly value?: unknown;
  /** Read once a person has accepted the first draft. */
  readonly draft?: unknown;
  /** Nothing may be read without a person. */
  readonly refuse?: true;
}

export interface Judged {
  readonly name: string;
  readonly sample: Sample;
  readonly bodies: readonly unknown[];
  readonly recognition: Recognition;
  /** What the first draft makes of the bodies. */
  readonly first: Verdict;
}

const folder = new URL('./corpus/', import.meta.url);

function judgeSample(sample: Sample): Judged {
  const bodies = sample.bodies ?? [sample.body];
  const expected = sample.value ?? sample.draft;
  const recognition = recognise(sample.kind, bodies);
  const values = sample.bodies ? (expected as unknown[]) : [expected];
  const [draft] = recognition.drafts;
  const first =
    draft && expected !== undefined ? judgeRecipe(sample.kind, draft.recipe, bodies, values) : 'unread';
  return { name: `${sample.kind}/${sample.name}`, sample, bodies, recognition, first };
}

/** One JSON Lines file for each endpoint, one sample a line. */
const readCorpus = (): Sample[] =>
  readdirSync(folder).flatMap((file) => {
    const kind = file.replace('.jsonl', '') as Endpoint;
    const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
    return lines.map((line) => ({ kind, ...(JSON.parse(line) as Omit<Sample, 'kind'>) }));
  });

/** Every sample of the corpus, recognised. */
export const judgeCorpus = (): Judged[] => readCorpus().map(judgeSample);
