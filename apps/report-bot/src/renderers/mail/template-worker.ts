import { parentPort } from 'node:worker_threads';
import Handlebars from 'handlebars';
import { maxLineLength, wrapText } from '../../message/text-layout.ts';
import { type MailTemplate, type TemplatePart, templateParts } from '../../settings/mail-template.ts';
import { findMailFaults } from './mail-faults.ts';
import { findMarkupFaults, type MarkupFault } from './markup.ts';
import { findNameFaults } from './template-names.ts';
import { createSampleModels, describeModels } from './template-samples.ts';
import type { TemplateJob, TemplateReply } from './template-thread.ts';

const samples = createSampleModels();
const shape = describeModels(samples);
const compiled = new Map<string, CompiledTemplate>();

interface CompiledTemplate {
  readonly source: string;
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
    source: sources.html ?? '',
    faults: parts.flatMap(([part, source]) => findNameFaults(part, source, shape)),
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

function render({ source, renderers }: CompiledTemplate, model: object): TemplateReply {
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
      else if (part !== 'subject' && !isUnsubscribable(part, written, model))
        faults.push(`${part}.hbs: has no {{unsubscribe}}; a reader needs that address.`);
    } catch (thrown) {
      const { message, lineNumber } = thrown as Error & { readonly lineNumber?: number };
      const line = lineNumber === undefined ? '' : ` line ${lineNumber}`;
      faults.push(`${part}.hbs${line}: ${message}; guard it by {{#if}}.`);
    }
  }
  if (parts.html !== undefined)
    for (const fault of findMarkupFaults(parts.html, { source, addresses: listAddresses(model) }))
      faults.push(`html.hbs${findLines(source, fault)}: ${fault.message}.`);
  return faults.length === 0 ? { parts, faults } : { parts: {}, faults };
}

function isUnsubscribable(part: TemplatePart, written: string, model: object): boolean {
  const { unsubscribe } = model as { readonly unsubscribe: string };
  return written.includes(part === 'html' ? Handlebars.Utils.escapeExpression(unsubscribe) : unsubscribe);
}

/** The addresses of a model, which are those that the built-in mail links to. */
function* listAddresses(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string' && /^(?:href|figuresHref|unsubscribe)$/.test(name)) yield value;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, one] of Object.entries(value)) yield* listAddresses(one, key);
}

/** ` line 2 or 7`: the lines of a template that write the place of a fault; empty if data wrote it. */
function findLines(source: string, { element, attribute }: MarkupFault): string {
  const place = attribute === '' ? `<${element}` : `${attribute}=`;
  const lines = source.toLowerCase().split('\n');
  const found = lines.flatMap((line, at) => (line.includes(place) ? [at + 1] : []));
  return found.length === 0 ? '' : ` line ${found.join(' or ')}`;
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

parentPort?.on('message', (job: TemplateJob) => parentPort?.postMessage(runJob(job)));
parentPort?.postMessage('ready');
