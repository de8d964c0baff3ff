import { createInterface } from 'node:readline';
import type { DoctorReport, Endpoint, KnownRecipe, RecipeBook, RecipeStatus } from '@answershare/core';
import type { TestedDraft, TestedRecognition } from '../../collect/worker.ts';
import { WorkerError, workerThread } from '../../collect/worker-thread.ts';
import { UserError } from '../../system/errors.ts';
import type { Context } from './context.ts';
import { formatFigures } from './format.ts';

/** The joint recognition of all bodies of one endpoint. */
export interface InspectedEndpoint {
  readonly endpoint: Endpoint;
  readonly recognised: TestedRecognition;
  /** The recipe in use; null if the user must confirm one. */
  readonly known: KnownRecipe | null;
  readonly status: RecipeStatus | null;
  /** The names of the bodies' websites; empty for the list, and for recorded answers. */
  readonly websites: readonly string[];
}

/** The name of a website as a report has it. */
export function formatWebsite({ websites }: DoctorReport, id: string): string {
  const { name, domain } = websites.find((one) => one.id === id) ?? { name: null, domain: null };
  return name ?? domain ?? id;
}

/** The figures of each body that a draft reads, with the website's name. */
export const formatReadings = (
  { endpoint, websites }: InspectedEndpoint,
  { readings }: TestedDraft,
): string =>
  readings
    .map((reading, at) => [websites[at], formatFigures(endpoint, reading)].filter(Boolean).join(': '))
    .join(' | ');

/** Recognises the sampled bodies of each endpoint together. */
export async function inspectEndpoints(
  context: Context,
  report: DoctorReport,
  endpoints: readonly Endpoint[],
): Promise<readonly InspectedEndpoint[]> {
  const { samples, sampled, recipes, endpoints: findings } = report;
  const inspected: InspectedEndpoint[] = [];
  for (const endpoint of endpoints) {
    const bodies = samples[endpoint] ?? [];
    if (bodies.length === 0) continue;
    const recognised = await draftInTime(context, endpoint, bodies);
    const isRead = findings.some((finding) => finding.endpoint === endpoint && finding.ok);
    const known = (isRead ? recipes[endpoint]?.[0] : null) ?? null;
    const websites = (sampled[endpoint] ?? []).flatMap((id) =>
      id === null ? [] : [formatWebsite(report, id)],
    );
    inspected.push({ endpoint, recognised, known, status: known?.status ?? null, websites });
  }
  return inspected;
}

async function draftInTime(
  context: Context,
  endpoint: Endpoint,
  bodies: readonly unknown[],
): Promise<TestedRecognition> {
  try {
    return await workerThread.run('draftRecipes', [endpoint, bodies], context.ended);
  } catch (thrown) {
    if (!(thrown instanceof WorkerError)) throw thrown;
    return { clear: false, drafts: [], reason: thrown.reason };
  }
}

/** Lines of standard input; null after the last. */
interface AnswerReader {
  next(): Promise<string | null>;
  close(): void;
}

function openAnswers(context: Context): AnswerReader {
  const lines = createInterface({ input: context.input() });
  const iterator = lines[Symbol.asyncIterator]();
  const close = (): void => lines.close();
  context.ended.addEventListener('abort', close, { once: true });
  return {
    close,
    next: async () => {
      const { value, done } = await iterator.next();
      if (context.ended.aborted)
        throw new UserError('Stopped before all recipes were confirmed. Nothing was kept.');
      return done === true ? null : (value as string).trim().toLowerCase();
    },
  };
}

function formatDraftLine(inspected: InspectedEndpoint, draft: TestedDraft): string {
  const assumed = draft.assumes.map((words) => `\n     assumes: ${words}`).join('');
  return `${formatReadings(inspected, draft)}${assumed}`;
}

/** Asks for the right draft of one endpoint; null for none. */
async function askForDraft(
  context: Context,
  inspected: InspectedEndpoint,
  answers: AnswerReader,
): Promise<TestedDraft | null> {
  const { endpoint, recognised } = inspected;
  const { drafts } = recognised;
  const several = drafts.length > 1;
  const shown = drafts.map(
    (draft, index) => `  ${several ? `${index + 1}: ` : ''}${formatDraftLine(inspected, draft)}`,
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
    const selected = /^\d+$/.test(answer) ? drafts[Number(answer) - 1] : undefined;
    if (selected !== undefined) return selected;
  }
}

/** Asks about each unclear or assumed endpoint. Returns the confirmed recipes. */
export async function confirmRecipes(
  context: Context,
  inspected: readonly InspectedEndpoint[],
): Promise<RecipeBook> {
  const open = inspected.filter(
    ({ status, recognised }) => (status === null || status === 'provisional') && recognised.drafts.length > 0,
  );
  if (open.length === 0) return {};
  const answers = openAnswers(context);
  const confirmed: Partial<Record<Endpoint, readonly KnownRecipe[]>> = {};
  try {
    for (const one of open) {
      const draft = await askForDraft(context, one, answers);
      if (draft === null) continue;
      const { recipe } = draft;
      confirmed[one.endpoint] = [{ recipe, status: 'confirmed', assumes: [], learntAt: Date.now() }];
    }
  } finally {
    answers.close();
  }
  return confirmed;
}
