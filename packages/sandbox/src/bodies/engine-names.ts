import type { EngineName } from '../data/engines.ts';
import { fnv1a } from '../data/hash.ts';
import type { Quirks } from '../quirks/table.ts';

type Spelling = 'slug' | 'vendor';

/** Spellings that published samples of other services use for the same engines. */
const SPELLINGS: Readonly<
  Record<EngineName, Readonly<Record<Spelling, string>> & { more: readonly string[] }>
> = {
  ChatGPT: { slug: 'chatgpt', vendor: 'openai', more: ['ChatGPT Search', 'chat_gpt', 'gpt-4o', 'openai-0'] },
  'Google AI Overviews': { slug: 'google_ai_overview', vendor: 'googleAIO', more: ['aio', 'AI Overviews'] },
  Perplexity: { slug: 'perplexity', vendor: 'perplexity-0', more: ['Perplexity AI'] },
  Gemini: { slug: 'gemini', vendor: 'Google Gemini', more: ['GEMINI'] },
  Copilot: { slug: 'copilot', vendor: 'Bing Chat', more: ['Microsoft Copilot'] },
  Claude: { slug: 'claude', vendor: 'anthropic', more: ['claude.ai'] },
  Grok: { slug: 'grok', vendor: 'xai', more: ['grok-4', 'GROK'] },
  DeepSeek: { slug: 'deepseek', vendor: 'deepseek-chat', more: ['Deep Seek'] },
  'Meta AI': { slug: 'meta_ai', vendor: 'meta', more: ['llama', 'MetaAI'] },
};

/** An engine's name as the API writes it in a row; `row` is any text that stays the same for the row. */
export const ENGINE_NAMES: Readonly<
  Record<Quirks['engineNames'], (engine: EngineName, row: string) => string>
> = {
  display: (engine) => engine,
  slug: (engine) => SPELLINGS[engine].slug,
  vendor: (engine) => SPELLINGS[engine].vendor,
  mixed(engine, row) {
    const { slug, vendor, more } = SPELLINGS[engine];
    const all = [engine, slug, vendor, ...more];
    return all[fnv1a(row) % all.length] ?? engine;
  },
};
