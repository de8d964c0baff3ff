/** An AI engine, spelled as its display name, with the part of a website's usual citations that it has. */
export interface Engine {
  readonly name: EngineName;
  readonly part: number;
}

export type EngineName =
  | 'ChatGPT'
  | 'Google AI Overviews'
  | 'Perplexity'
  | 'Gemini'
  | 'Copilot'
  | 'Claude'
  | 'Grok'
  | 'DeepSeek'
  | 'Meta AI';

const standard: readonly Engine[] = [
  { name: 'ChatGPT', part: 0.34 },
  { name: 'Google AI Overviews', part: 0.24 },
  { name: 'Perplexity', part: 0.18 },
  { name: 'Gemini', part: 0.11 },
  { name: 'Copilot', part: 0.08 },
  { name: 'Claude', part: 0.05 },
];

const further: readonly Engine[] = [
  { name: 'Grok', part: 0.04 },
  { name: 'DeepSeek', part: 0.03 },
  { name: 'Meta AI', part: 0.03 },
];

/** The engines that cite, for each value of the switch `engines`. The further ones take nothing from the others. */
export const ENGINES = { standard, more: [...standard, ...further] } as const;
