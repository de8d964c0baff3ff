/** Answer engines and the spellings under which services list them. */
const engineSpellings: readonly (readonly [engine: string, label: string, pattern: RegExp])[] = [
  ['chatgpt', 'ChatGPT', /^(chatgpt|openai|gpt(\d|$))/],
  ['google-ai-overviews', 'Google AI Overviews', /^(google(ai)?|(google)?aio|(google(ai)?|ai)overviews?)$/],
  ['google-ai-mode', 'Google AI Mode', /^(google)?aimode$/],
  ['perplexity', 'Perplexity', /^(perplexity|sonar(pro)?$)/],
  ['gemini', 'Gemini', /^(google)?gemini/],
  ['copilot', 'Copilot', /^((microsoft|bing|ms)?copilot|bing(chat)?$)/],
  ['claude', 'Claude', /^(claude|anthropic)/],
  ['grok', 'Grok', /^(grok|xai\d*$)/],
  ['deepseek', 'DeepSeek', /^deepseek/],
  ['meta-ai', 'Meta AI', /^(metaai|meta$|llama)/],
  ['mistral', 'Mistral', /^(mistral|lechat$)/],
];

const findEngine = (text: string): (typeof engineSpellings)[number] | undefined => {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return engineSpellings.find(([, , pattern]) => pattern.test(letters));
};

/** True for a spelling of an engine that is known. */
export const isKnownEngine = (text: string): boolean => findEngine(text) !== undefined;

/** The normal name of an engine and its name for people; an unknown engine keeps its own spelling. */
export function toEngineId(text: string): { readonly engine: string; readonly label: string } {
  const found = findEngine(text);
  return found
    ? { engine: found[0], label: found[1] }
    : { engine: text.trim().toLowerCase(), label: text.trim() };
}

/** Host name of a domain or an address (RFC 3986 §3.2, with or without a user), lower case. */
export function toDomain(text: string): string | null {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\s]*@)?|\/\/)?([^/?#:@\s,;]+)/i.exec(text.trim())?.[1];
  return host ? host.toLowerCase().replace(/\.$/, '') : null;
}

/** The host name in a text that is a domain or an address and nothing else; null for words and paths. */
export function parseDomain(text: string | null): string | null {
  const host = text === null || /\s/.test(text.trim()) ? null : toDomain(text.replace(/^sc-domain:/, ''));
  return host && /^[^.]+(\.[^.]+)*\.[^.\d][^.]*$/.test(host) ? host : null;
}
