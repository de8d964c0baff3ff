import type { EngineCitations } from './resources.ts';

/** Answer engines with patterns for their spellings in services. */
const engineSpellings: readonly (readonly [engine: string, label: string, pattern: RegExp])[] = [
  ['chatgpt', 'ChatGPT', /^(chatgpt|openai|gpt(\d|$))/],
  [
    'google-ai-overviews',
    'Google AI Overviews',
    /^(google(ai)?|(google)?aio|(google(ai)?|ai)overviews?|(google)?(sge|searchgenerative.*))$/,
  ],
  ['google-ai-mode', 'Google AI Mode', /^(google)?aimode$/],
  ['perplexity', 'Perplexity', /^(perplexity|sonar(pro)?$)/],
  ['gemini', 'Gemini', /^(google)?(gemini|bard$|bardai)/],
  ['copilot', 'Copilot', /^((microsoft|bing|ms)?copilot|bing(chat)?$)/],
  ['claude', 'Claude', /^(claude|anthropic)/],
  ['grok', 'Grok', /^(grok|xai\d*$)/],
  ['deepseek', 'DeepSeek', /^deepseek/],
  ['meta-ai', 'Meta AI', /^(metaai|meta$|llama)/],
  ['mistral', 'Mistral', /^(mistral|lechat$)/],
];

/** Display names of the known engines. */
export const engineLabels: readonly string[] = engineSpellings.map(([, label]) => label);

type Engine = Omit<EngineCitations, 'count'>;

function findEngine(text: string): Engine | undefined {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found = engineSpellings.find(([, , pattern]) => pattern.test(letters));
  return found && { engine: found[0], label: found[1] };
}

const toOwnSpelling = (text: string): Engine => ({ engine: text.trim().toLowerCase(), label: text.trim() });

/** The engine that begins a text, and others that its later words name: `Claude Perplexity` has two. */
function listEnginesOfPart(text: string): readonly Engine[] {
  const first = findEngine(text);
  if (first === undefined) return [toOwnSpelling(text)];
  const words = text.split(/[^a-z0-9]+/i).filter((word) => word !== '');
  return [first, ...words.flatMap((_, at) => (at > 0 && findEngine(words.slice(at).join(''))) || [])];
}

/** A longer text is no list of engines. */
const maxListLength = 200;

/** A text without one names one engine at most. */
const separator = /[\s,;|&+]/;

/**
 * The distinct engines that a text names: one for `ChatGPT (OpenAI)`, two for `ChatGPT, Perplexity` or `Claude Perplexity`.
 * An unknown engine keeps its own spelling; brackets and makers (`by Google`) name none.
 */
export function listEngines(text: string): readonly Engine[] {
  if (text.length > maxListLength || !separator.test(text)) return [findEngine(text) ?? toOwnSpelling(text)];
  const parts = text
    .replace(/\([^)]*\)|\bby\s+\w+/gi, ' ')
    .split(/[,;|&+\n]|\s\/\s|\b(?:and|or)\b/i)
    .filter((part) => part.trim() !== '');
  const engines =
    parts.length === 0 ? [findEngine(text) ?? toOwnSpelling(text)] : parts.flatMap(listEnginesOfPart);
  return engines.filter(({ engine }, at) => engines.findIndex((one) => one.engine === engine) === at);
}

const findOnlyEngine = (text: string): Engine | undefined =>
  listEngines(text).length === 1 ? findEngine(text) : undefined;

export const isKnownEngine = (text: string): boolean => findOnlyEngine(text) !== undefined;

/** The id and display name of an engine; an unknown engine, and a list of several, keeps its own spelling. */
export function toEngineId(text: string): Engine {
  return findOnlyEngine(text) ?? toOwnSpelling(text);
}

/** Host name of a domain or URL (RFC 3986 §3.2, with or without user info), lower case; null if none. */
export function toDomain(text: string): string | null {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\s]*@)?|\/\/)?([^/?#:@\s,;]+)/i.exec(text.trim())?.[1];
  return host ? host.toLowerCase().replace(/\.$/, '') : null;
}
