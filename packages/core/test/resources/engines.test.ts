import { describe, expect, test } from 'vitest';
import { isKnownEngine, listEngines, toEngineId } from '../../src/resources/normalize.ts';

describe('the engine of a text', () => {
  test.each([
    ['ChatGPT (OpenAI)', 'ChatGPT'],
    ['chatgpt-4o', 'ChatGPT'],
    ['OpenAI ChatGPT', 'ChatGPT'],
    ['gpt_4o', 'ChatGPT'],
    ['Google AI Overviews', 'Google AI Overviews'],
    ['google-ai-mode', 'Google AI Mode'],
    ['Microsoft Copilot', 'Copilot'],
    ['Copilot (GPT-4)', 'Copilot'],
    ['Gemini by Google', 'Gemini'],
    ['gemini-1.5-pro', 'Gemini'],
    ['Perplexity.ai', 'Perplexity'],
    ['Claude 3.5 Sonnet, by Anthropic', 'Claude'],
    ['Grok (xAI)', 'Grok'],
  ])('%s is %s', (text, label) => {
    expect([isKnownEngine(text), toEngineId(text).label]).toEqual([true, label]);
  });

  test.each([
    'ChatGPT, Perplexity',
    'ChatGPT;Perplexity',
    'ChatGPT and Claude',
    'chatgpt or gemini',
    'Google AI Overviews / Google AI Mode',
    'Claude Perplexity',
    'ChatGPT+Copilot',
    'ChatGPT und Claude',
    'Gemini und Google AI Mode',
    'ChatGPT and another',
  ])('%s is a list of two, and no engine', (text) => {
    expect(listEngines(text)).toHaveLength(2);
    expect([isKnownEngine(text), toEngineId(text).label]).toEqual([false, text]);
  });

  test.each(['You.com', 'Brand Search', 'Andisearch', '(beta)'])('%s keeps its own spelling', (text) => {
    expect([isKnownEngine(text), toEngineId(text).label, listEngines(text).length]).toEqual([false, text, 1]);
  });
});
