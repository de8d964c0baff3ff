/** The AI engines, spelled as their display names, with the part of all citations each one has. */
export const ENGINES = [
  { name: 'ChatGPT', part: 0.34 },
  { name: 'Google AI Overviews', part: 0.24 },
  { name: 'Perplexity', part: 0.18 },
  { name: 'Gemini', part: 0.11 },
  { name: 'Copilot', part: 0.08 },
  { name: 'Claude', part: 0.05 },
] as const;

export type EngineName = (typeof ENGINES)[number]['name'];
