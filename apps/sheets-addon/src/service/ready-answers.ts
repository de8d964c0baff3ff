import { maskKey } from '@answershare/core';
import type { Answer, Ask } from '../asks/ask.ts';
import { warmSlot, warmText } from '../warm/warm-answers.ts';

/** An answer as it may be shown and kept: a service may echo the key in a body or in a name. */
export function withoutKey(answer: Answer, key: string): Answer {
  const text = JSON.stringify(answer);
  return text.indexOf(key) < 0 ? answer : (JSON.parse(text.split(key).join(maskKey(key))) as Answer);
}

/** What is laid ready for the cells that ask the same, by its place in the cache. While paused, older answers too. */
export function readyTexts(
  asks: readonly Ask[],
  answers: readonly Answer[],
  { epoch, paused, now }: { readonly epoch: string; readonly paused: boolean; readonly now: number },
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  asks.forEach((ask, index) => {
    const answer = answers[index];
    if (answer && (answer.until > now || (paused && answer.ok))) {
      texts[warmSlot(ask)] = warmText(epoch, answer);
    }
  });
  return texts;
}
