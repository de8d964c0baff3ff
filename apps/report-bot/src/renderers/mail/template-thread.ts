import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MailTemplate, TemplatePart } from '../../settings/mail-template.ts';
import { builtFileUrl } from '../../system/files.ts';
import { createQueue } from '../../system/queue.ts';

/** `model`: the input of the templates; null renders all samples and checks the results. */
export interface TemplateJob {
  readonly template: MailTemplate;
  readonly model: object | null;
}

export interface TemplateReply {
  /** Texts of the template's parts; empty after a fault. */
  readonly parts: Readonly<Partial<Record<TemplatePart, string>>>;
  readonly faults: readonly string[];
  /** True if the thread had to end. */
  readonly isSlow?: true;
}

/** Handlebars has no limit of its own: a list in a list in a list may take for ever. */
const deadlineMs = 5_000;
/** A busy machine starts a thread slowly. */
const startMs = 60_000;
const memoryMb = 128;

const { url: moduleUrl } = import.meta;
const workerUrl = moduleUrl.endsWith('.ts')
  ? new URL('./template-worker.ts', moduleUrl)
  : builtFileUrl('template-worker.mjs');

let running: { readonly worker: Worker; readonly ready: Promise<unknown> } | null = null;

function startThread() {
  const worker = new Worker(workerUrl, { env: {}, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // A thread without memory ends like one without time.
  worker.on('error', () => undefined);
  const ready = once(worker, 'message', { signal: AbortSignal.timeout(startMs) });
  return { worker, ready };
}

const inOrder = createQueue();

/**
 * Runs a customer's template in a thread of its own. After too much time or memory the thread ends, and the reply has that
 * fault.
 */
export const runTemplate = (job: TemplateJob, limitMs = deadlineMs): Promise<TemplateReply> =>
  inOrder(async () => {
    running ??= startThread();
    const { worker, ready } = running;
    worker.ref();
    try {
      await ready;
      worker.postMessage(job);
      const [reply] = await once(worker, 'message', { signal: AbortSignal.timeout(limitMs) });
      return reply;
    } catch (thrown) {
      running = null;
      await worker.terminate();
      const { name, code, message } = thrown as NodeJS.ErrnoException;
      const why =
        name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `takes more than ${limitMs / 1000} s or ${memoryMb} MB to render; look for lists in lists.`
          : `cannot be rendered (${message}); copy or install the whole of answershare.`;
      return { parts: {}, faults: [why], isSlow: true };
    } finally {
      worker.unref();
    }
  });
