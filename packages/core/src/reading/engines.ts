/** Answer engines and the spellings under which services list them. */
const spellings: readonly (readonly [engine: string, label: string, pattern: RegExp])[] = [
  ['chatgpt', 'ChatGPT', /^(chatgpt|openai|gpt)/],
  [
    'google-ai-overviews',
    'Google AI Overviews',
    /^(google(ai)?(overviews?|aio)?$|googleaio(verviews?)?$|aio$|aioverviews?$)/,
  ],
  ['google-ai-mode', 'Google AI Mode', /^(google)?aimode$/],
  ['perplexity', 'Perplexity', /^perplexity/],
  ['gemini', 'Gemini', /^(google)?gemini/],
  ['copilot', 'Copilot', /^((microsoft|bing)?copilot|bing(chat)?$)/],
  ['claude', 'Claude', /^(claude|anthropic)/],
  ['grok', 'Grok', /^(grok|xai)/],
  ['deepseek', 'DeepSeek', /^deepseek/],
  ['meta-ai', 'Meta AI', /^(metaai|meta|llama)/],
];

/** The normal name of an engine and its name for people; an unknown engine keeps its own spelling. */
export function engineOf(text: string): { readonly engine: string; readonly label: string } {
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const known = spellings.find(([, , pattern]) => pattern.test(plain));
  return known
    ? { engine: known[0], label: known[1] }
    : { engine: text.trim().toLowerCase(), label: text.trim() };
}
