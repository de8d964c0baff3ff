import type { ValueFamily } from '@answershare/core';
import type { Tag } from './vocabulary.ts';

/** Tags that a name has to have, and tags that it may have besides. */
export interface Meaning {
  readonly needs: readonly Tag[];
  readonly allows: readonly Tag[];
  /** Other figures have such names too: one of them in the body is a doubt. */
  readonly isVague: boolean;
}

/** What the name of a field may say: one of several meanings, the best first. */
export interface Wish {
  readonly family: ValueFamily;
  /** A number of things: whole and not negative. */
  readonly counts: boolean;
  /** A name with further words may be it, with a doubt. */
  readonly isLoose: boolean;
  readonly means: readonly Meaning[];
  /** A bare `count` or `value` takes its meaning from the name of the list or object. */
  readonly bare: readonly Meaning[];
}

export interface ListWish {
  /** Tags that the name of the list may have; one of them makes it certain. */
  readonly holds: readonly Tag[];
  /** Further tags that a list of this kind may have. */
  readonly also: readonly Tag[];
  readonly key: string | null;
  readonly fields: Readonly<Record<string, Wish>>;
  /** At least one of these makes an unnamed list certain. */
  readonly proof: readonly string[];
  /** Only a list of such a name counts. */
  readonly named: boolean;
}

export interface KindWish {
  /** Tags of names around figures that leave them as they are. */
  readonly topic: readonly Tag[];
  /** Tags of names around figures that make them parts of the whole. */
  readonly parts: readonly Tag[];
  readonly whole: Readonly<Record<string, Wish>>;
  readonly lists: Readonly<Record<string, ListWish>>;
}

const meanings = (text: string | undefined): readonly Meaning[] =>
  (text ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map((one) => {
      const words = one.replace('~', '').trim().split(' ');
      const isOptional = (word: string): boolean => word.endsWith('?');
      return {
        needs: words.filter((word) => !isOptional(word)) as Tag[],
        allows: words.filter(isOptional).map((word) => word.slice(0, -1)) as Tag[],
        isVague: one.includes('~'),
      };
    });

export const wish = (family: ValueFamily, means: string, bare?: string, isLoose = false): Wish => ({
  family,
  counts: false,
  isLoose,
  means: meanings(means),
  bare: meanings(bare),
});

export const count = (means: string, bare?: string): Wish => ({
  ...wish('number', means, bare),
  counts: true,
});

export const tags = (text: string): readonly Tag[] => (text === '' ? [] : (text.split(' ') as Tag[]));

export const list = (
  holds: string,
  also: string,
  key: string | null,
  proof: string,
  fields: Readonly<Record<string, Wish>>,
  named = false,
): ListWish => ({ holds: tags(holds), also: tags(also), key, proof: proof.split(' '), fields, named });
