import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MailTemplate, TemplatePart } from '../settings/mail-template.ts';
import { builtFileUrl } from '../system/files.ts';

/** `model`: the input of the templates; null renders all samples and checks the results. */
export interface TemplateJob {
  readonly template: MailTemplate;
  readonly model: object | null;
}

export interface TemplateReply {
  /** Texts of the template's parts; empty after a fault. */
  readonly parts: Readonly<Partial<Record<TemplatePart, string>>>;
  readonly faults: readonly string[];
}

/** What the thread that waits gives to this one. */
export interface TemplateWorkerData {
  readonly port: MessagePort;
  /** Counts replies; the first one means ready. */
  readonly replies: Int32Array<SharedArrayBuffer>;
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

interface TemplateThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly replies: TemplateWorkerData['replies'];
}

let running: TemplateThread | null = null;

function startThread(): TemplateThread {
  const { port1: port, port2 } = new MessageChannel();
  const replies = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(workerUrl, {
    workerData: { port: port2, replies } satisfies TemplateWorkerData,
    transferList: [port2],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // A thread without memory sends no reply, which is reported after the deadline.
  worker.on('error', () => undefined);
  worker.unref();
  port.unref();
  return { worker, port, replies };
}

/**
 * Runs a customer's template in a thread of its own and waits. Rendering a mail is synchronous, and a digest has few
 * languages. After too much time or memory the thread ends, and the reply has that fault.
 */
export function runTemplate(job: TemplateJob, limitMs = deadlineMs): TemplateReply {
  const thread = running ?? startThread();
  running = thread;
  const { port, replies } = thread;
  if (Atomics.load(replies, 0) === 0) Atomics.wait(replies, 0, 0, startMs);
  const before = Atomics.load(replies, 0);
  if (before > 0) port.postMessage(job);
  const isDone = before > 0 && Atomics.wait(replies, 0, before, limitMs) !== 'timed-out';
  if (!isDone) {
    running = null;
    port.close();
    thread.worker.terminate();
    const why =
      before === 0
        ? 'cannot be rendered, because no thread starts; copy or install the whole of answershare.'
        : `takes more than ${limitMs / 1000} s or ${memoryMb} MB to render; look for lists in lists.`;
    return { parts: {}, faults: [why] };
  }
  return receiveMessageOnPort(port)?.message as TemplateReply;
}

/** Faults of a template: its names, its markup, and what it makes of every fixture week. Empty if there is none. */
export function checkMailTemplate(template: MailTemplate): readonly string[] {
  return runTemplate({ template, model: null }).faults.map((fault) => `${template.name}: ${fault}`);
}
