import { toPointerSegment } from '@answershare/core';
import { expect, it } from 'vitest';
import { recognise } from '../src/index.ts';
import { judgeCorpus } from './corpus.ts';

const judged = judgeCorpus();
const kinds = Array.from(new Set(judged.map(({ sample }) => sample.kind)));

it('no sample of the corpus has a wrong figure without a guess', () => {
  const wrong = judged.filter(
    ({ sample, recognition, first }) =>
      recognition.clear && (sample.refuse === true || first === 'wrong' || first === 'unread'),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('samples that a careful person reads at once are clear', () => {
  const unclear = judged.filter(({ sample, recognition }) => 'value' in sample && !recognition.clear);
  expect(unclear.map(({ name, recognition }) => [name, recognition.reason])).toEqual([]);
});

it('four of five readable samples are right after the first draft is accepted', () => {
  const rows = [...kinds, 'all'].map((kind) => {
    const of = judged.filter(({ sample }) => kind === 'all' || sample.kind === kind);
    const readable = of.filter(({ sample }) => sample.refuse !== true);
    const right = readable.filter(({ first }) => first === 'right');
    const share = (part: readonly unknown[]): number =>
      Math.round((1_000 * part.length) / readable.length) / 10;
    return {
      kind,
      samples: of.length,
      readable: readable.length,
      atOnce: share(right.filter(({ recognition }) => recognition.clear)),
      afterDraft: share(right),
    };
  });
  console.table(rows);
  expect(rows[rows.length - 1]?.afterDraft).toBeGreaterThanOrEqual(80);
});

it.each([
  [{ sentiment: 61, strength: 12 }, 'it has /sentiment (61), /strength (12)'],
  [{ data: [{ bar: 'x' }, { bar: 'y' }] }, 'it has a list of 2 rows at /data with "bar"'],
])('%j is refused with the first thing found', (body, found) => {
  const { drafts, reason } = recognise('authority', [body]);
  expect([drafts, reason]).toEqual([[], `the name of no figure in the answer is known; ${found}`]);
});

/** Every place of a body, with `*` for each entry. */
function pointersOf(value: unknown, at = '', found = new Set<string>()): Set<string> {
  found.add(at);
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    pointersOf(inner, at + toPointerSegment(name), found);
    pointersOf(inner, `${at}/*`, found);
    found.add(`${at}/*/#`);
  }
  return found;
}

it('every pointer of a reason or an assumption exists in a body', () => {
  const unknown = judged.flatMap(({ name, bodies, recognition: { reason, drafts } }) => {
    const places = new Set(bodies.flatMap((body) => Array.from(pointersOf(body))));
    if (Array.from(places).some((place) => /[ ,;"]/.test(place))) return [];
    const sentences = [reason, ...drafts.flatMap(({ assumes }) => assumes)]
      .join(' ')
      .replace(/"(\\.|[^"\\])*"/g, '""');
    const pointers = sentences.match(/(?<=^|[ (])\/[^\s,;]+/g) ?? [];
    return pointers.filter((pointer) => !places.has(pointer)).map((pointer) => [name, pointer]);
  });
  expect(unknown).toEqual([]);
});
