import { describe, expect, it } from 'vitest';
import { type Mapping, suggestMapping } from '../../src/index.ts';
import authority from './harvested-authority.json' with { type: 'json' };
import drafts from './harvested-drafts.json' with { type: 'json' };
import voice from './harvested-voice.json' with { type: 'json' };
import web from './harvested-web.json' with { type: 'json' };
import { type ReaderName, readers } from './readers.ts';

/** What a person gets for a harvested body that is refused, and what the draft leads to as it stands. */
interface Draft {
  readonly name: string;
  readonly mapping: Mapping;
  /** What a person has to look at, besides where each field and value stands. */
  readonly notes?: readonly string[];
  readonly value?: unknown;
  /** What is still refused, until a person finishes the draft. */
  readonly refused?: string;
}

interface Refused {
  readonly name: string;
  readonly kind: ReaderName;
  readonly body: unknown;
  readonly refused?: string;
}

const isPlace = /^\/|^nothing|may (stand|be the key) at/;

const bodies = [...authority, ...voice, ...web] as readonly Refused[];

describe('the draft for a harvested body that is refused', () => {
  it.each((drafts as unknown as readonly Draft[]).map((one) => [one.name, one] as const))(
    '%s',
    (_, { name, mapping, notes = [], value, refused }) => {
      const [found, ...others] = bodies.filter((one) => one.name === name && one.refused !== undefined);
      if (found === undefined || others.length > 0) throw new Error(`${name} has to be one body`);
      const { kind, body } = found;
      const draft = suggestMapping(kind, body);
      expect(draft.mapping).toEqual(mapping);
      expect(draft.comment.filter((line) => !isPlace.test(line))).toEqual(notes);
      if (Object.keys(mapping.fields).length === 0) return;
      const reading = readers[kind](body, { mapping });
      expect(reading.ok ? { value: reading.value } : { refused: reading.reason }).toEqual(
        refused === undefined ? { value } : { refused },
      );
    },
  );
});
