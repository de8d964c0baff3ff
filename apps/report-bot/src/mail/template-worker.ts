import { workerData } from 'node:worker_threads';
import Handlebars from 'handlebars';
import { type MailTemplate, type TemplatePart, templateParts } from '../settings/mail-template.ts';
import { findMailFaults } from './mail-faults.ts';
import { lintTemplate } from './template-lint.ts';
import { createSampleModels, describeModels } from './template-samples.ts';
import type { TemplateJob, TemplateReply, TemplateWorkerData } from './template-thread.ts';
import { maxLineLength, wrapText } from './text-layout.ts';

const samples = createSampleModels();
const shape = describeModels(samples);
const compiled = new Map<string, CompiledTemplate>();

interface CompiledTemplate {
  readonly faults: readonly string[];
  readonly renderers: readonly (readonly [TemplatePart, Handlebars.TemplateDelegate])[];
}

function compile({ sources }: MailTemplate): CompiledTemplate {
  const key = JSON.stringify(sources);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const parts = templateParts.flatMap((part) => {
    const source = sources[part];
    return source === undefined ? [] : [[part, source] as const];
  });
  const options = { strict: true, knownHelpersOnly: true };
  const fresh = {
    faults: parts.flatMap(([part, source]) => lintTemplate(part, source, shape)),
    renderers: parts.map(
      ([part, source]) =>
        [part, Handlebars.compile(source, { ...options, noEscape: part !== 'html' })] as const,
    ),
  };
  compiled.set(key, fresh);
  return fresh;
}

/** Characters that a text part and a header do without. */
const toPlainText = (text: string): string => text.replace(/[\u00a0\u202f]/gu, ' ');

const wrapLines = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => wrapText(line, maxLineLength))
    .join('\n');

function render({ renderers }: CompiledTemplate, model: object): TemplateReply {
  const parts: Partial<Record<TemplatePart, string>> = {};
  const faults: string[] = [];
  for (const [part, write] of renderers) {
    try {
      const written = write(model);
      parts[part] =
        part === 'html'
          ? written
          : part === 'text'
            ? wrapLines(toPlainText(written))
            : toPlainText(written.replace(/\p{Cf}/gu, '').replace(/[\p{Cc}\s]+/gu, ' ')).trim();
      if (parts[part]?.trim() === '') faults.push(`${part}.hbs: gives nothing.`);
    } catch (thrown) {
      const { message, lineNumber } = thrown as Error & { readonly lineNumber?: number };
      const line = lineNumber === undefined ? '' : ` line ${lineNumber}`;
      faults.push(`${part}.hbs${line}: ${message}; guard it by {{#if}}.`);
    }
  }
  return faults.length === 0 ? { parts, faults } : { parts: {}, faults };
}

function runJob({ template, model }: TemplateJob): TemplateReply {
  const ready = compile(template);
  if (ready.faults.length > 0) return { parts: {}, faults: ready.faults };
  if (model !== null) return render(ready, model);
  const found = samples.flatMap((sample) => {
    const { parts, faults } = render(ready, sample);
    const unsupported = findMailFaults({ subject: '', html: '', text: '', ...parts });
    return [...faults, ...unsupported];
  });
  return { parts: {}, faults: [...new Set(found)] };
}

const { port, replies } = workerData as TemplateWorkerData;

function reply(message: TemplateReply | null): void {
  if (message !== null) port.postMessage(message);
  Atomics.add(replies, 0, 1);
  Atomics.notify(replies, 0);
}

port.on('message', (job: TemplateJob) => reply(runJob(job)));
reply(null);
