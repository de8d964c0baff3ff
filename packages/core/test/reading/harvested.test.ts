import { describe, expect, it } from 'vitest';
import type { Mapping } from '../../src/index.ts';
import authority from './harvested-authority.json' with { type: 'json' };
import voice from './harvested-voice.json' with { type: 'json' };
import web from './harvested-web.json' with { type: 'json' };
import { type ReaderName, readers } from './readers.ts';

/** A body of another service's documentation, code or recorded answer, shortened to what matters. */
interface Harvested {
  readonly name: string;
  readonly kind: ReaderName;
  readonly source: string;
  readonly body: unknown;
  /** What a person says of its places, where the body alone is refused. */
  readonly mapping?: Mapping;
  /** What a careful person takes from it. */
  readonly value?: unknown;
  /** A pattern of the reason, where nothing certain can be taken from it. */
  readonly refused?: string;
}

const files: Readonly<Record<string, unknown>> = { authority, voice, web };

for (const [file, bodies] of Object.entries(files as Readonly<Record<string, readonly Harvested[]>>))
  describe(file, () => {
    it.each(bodies.map((one) => [one.name, one] as const))(
      '%s',
      (_, { kind, body, mapping, value, refused }) => {
        const reading = readers[kind](body, mapping && { mapping });
        if (refused === undefined) expect(reading.ok ? reading.value : reading.reason).toEqual(value);
        else expect(reading.ok ? reading.value : reading.reason).toMatch(new RegExp(refused));
      },
    );
  });
