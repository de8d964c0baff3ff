/** Answer engines with patterns for their spellings in services. */
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

/** Display names of the known engines. */
export const engineLabels: readonly string[] = engineSpellings.map(([, label]) => label);

const findEngine = (text: string): (typeof engineSpellings)[number] | undefined => {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return engineSpellings.find(([, , pattern]) => pattern.test(letters));
};

export const isKnownEngine = (text: string): boolean => findEngine(text) !== undefined;

/** The id and display name of an engine; an unknown engine keeps its own spelling. */
export function toEngineId(text: string): { readonly engine: string; readonly label: string } {
  const found = findEngine(text);
  return found
    ? { engine: found[0], label: found[1] }
    : { engine: text.trim().toLowerCase(), label: text.trim() };
}

/** Host name of a domain or URL (RFC 3986 §3.2, with or without user info), lower case; null if none. */
export function toDomain(text: string): string | null {
  const host = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\s]*@)?|\/\/)?([^/?#:@\s,;]+)/i.exec(text.trim())?.[1];
  return host ? host.toLowerCase().replace(/\.$/, '') : null;
}
