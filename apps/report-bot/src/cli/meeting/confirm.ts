import { createInterface } from 'node:readline';
import type { Endpoint, KnownRecipe, RecipeBook } from '@answershare/core';
import { Complaint } from '../../complaint.ts';
import type { Context } from '../context.ts';
import type { ReadDraft } from './drafts.ts';
import { figureWords } from './figure-words.ts';
import type { Inspected } from './inspected.ts';

/** Lines of standard input, whether a person types them or not; null after the last. */
interface Answers {
  next(): Promise<string | null>;
  close(): void;
}

function answersOf(context: Context): Answers {
  const lines = createInterface({ input: context.input() });
  const iterator = lines[Symbol.asyncIterator]();
  const close = (): void => lines.close();
  context.ended.addEventListener('abort', close, { once: true });
  return {
    close,
    next: async () => {
      const { value, done } = await iterator.next();
      if (context.ended.aborted)
        throw new Complaint('Stopped before all recipes were confirmed. Nothing was kept.');
      return done === true ? null : (value as string).trim().toLowerCase();
    },
  };
}

function draftLine(endpoint: Endpoint, website: string, { assumes, readings }: ReadDraft): string {
  const figures = readings.map((reading) => figureWords(endpoint, reading)).join(' | ');
  const assumed = assumes.map((words) => `\n     assumes: ${words}`).join('');
  return `${endpoint === 'websites' ? '' : `${website}: `}${figures}${assumed}`;
}

/** The draft of one endpoint that a person confirms; null for none. */
async function askAbout(
  context: Context,
  website: string,
  { endpoint, recognised: { drafts } }: Inspected,
  answers: Answers,
): Promise<ReadDraft | null> {
  const several = drafts.length > 1;
  const shown = drafts.map(
    (draft, index) => `  ${several ? `${index + 1}: ` : ''}${draftLine(endpoint, website, draft)}`,
  );
  context.notice([`${endpoint}:`, ...shown].join('\n'));
  const last = drafts.length > 2 ? ` to ${drafts.length}` : '';
  const other = several ? ` 2${last} for another draft,` : '';
  for (;;) {
    context.notice(`Do these match your dashboard? [y]es, [n]o,${other} [s]kip`);
    const answer = await answers.next();
    if (answer === null || /^(s|skip)$/.test(answer)) return null;
    if (/^(y|yes)$/.test(answer)) return drafts[0] ?? null;
    if (/^(n|no)$/.test(answer)) {
      context.notice(`Nothing is kept for ${endpoint}. Correct its recipe in the lines below, and paste it.`);
      return null;
    }
    const chosen = /^\d+$/.test(answer) ? drafts[Number(answer) - 1] : undefined;
    if (chosen !== undefined) return chosen;
  }
}

/** Asks a person about each endpoint that is unclear or assumed. Gives the recipes that he confirms. */
export async function confirmRecipes(
  context: Context,
  website: string,
  inspected: readonly Inspected[],
): Promise<RecipeBook> {
  const open = inspected.filter(
    ({ status, recognised }) => (status === null || status === 'provisional') && recognised.drafts.length > 0,
  );
  if (open.length === 0) return {};
  const answers = answersOf(context);
  const confirmed: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
  try {
    for (const one of open) {
      const draft = await askAbout(context, website, one, answers);
      if (draft === null) continue;
      const { recipe } = draft;
      confirmed[one.endpoint] = [{ recipe, status: 'confirmed', assumes: [], learntAt: Date.now() }];
    }
  } finally {
    answers.close();
  }
  return confirmed;
}
