import { type Library, nothingToClose } from './contender.ts';
import { pathOf } from './question.ts';

/** The request core of OpenAI's client: the most widely used of the generated SDK cores. */
export const openai: Library = {
  name: 'openai core',
  packages: ['openai'],
  tuning: 'maxRetries as the case wants',
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, retries, fetch: given }, tuned) {
    const { OpenAI } = await import('openai');
    const client = new OpenAI({
      apiKey: key,
      baseURL: baseUrl,
      ...(tuned ? { maxRetries: retries } : {}),
      ...(given ? { fetch: given } : {}),
    });
    return {
      lookup: (question, signal) => client.get(pathOf(question, form, now()), signal ? { signal } : {}),
      close: nothingToClose,
    };
  },
};
