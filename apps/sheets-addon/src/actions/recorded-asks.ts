import type { Answer, Ask } from '../asks/ask.ts';
import { functions } from '../catalogue/functions.ts';
import type { SheetFunction } from '../catalogue/sheet-function.ts';
import type { Desk } from '../desk.ts';
import type { FileFacts } from '../service/file-facts.ts';

/** A function by its name, or by its hidden prefixed one; null for a stranger. */
export function functionNamed(name: string): SheetFunction | null {
  const plain = name.replace(/^AS_/, '');
  return functions.find((one) => one.name === plain) ?? null;
}

const nothingYet: Answer<never> = {
  ok: false,
  code: 'pending',
  sentence: 'Only counted.',
  everywhere: false,
  until: 0,
};

function onlyCounted(): never {
  throw new Error('Only counted.');
}

/** A function that tells what the file knows asks nothing. */
const noFile: FileFacts = {
  status: onlyCounted,
  explain: onlyCounted,
  diagnose: onlyCounted,
  changes: onlyCounted,
};

/**
 * What a function asks for its arguments, found by letting it ask a desk that answers nothing: the functions themselves are
 * the one place that knows. Arguments that a function refuses ask nothing.
 */
export function recordedAsks(
  found: SheetFunction,
  args: readonly unknown[],
  calendar: Pick<Desk, 'dateCell' | 'dateOfCell' | 'today'>,
): readonly Ask[] {
  const asks: Ask[] = [];
  const desk: Desk = {
    ...calendar,
    ask: (some) => {
      for (const ask of some) asks.push(ask);
      return some.map(() => nothingYet);
    },
    bodies: (some) => {
      for (const ask of some) asks.push({ ...ask, wanted: 'body' });
      return some.map(() => nothingYet);
    },
    file: noFile,
  };
  try {
    found.answer(args, desk);
  } catch {
    // It refused its arguments, or could not go on without an answer: what it asked before that is all it asks.
  }
  return asks;
}
