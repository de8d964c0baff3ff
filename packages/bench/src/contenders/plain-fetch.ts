import { type Library, nothingToClose } from './contender.ts';
import { pathOf } from './question.ts';

/** What stands in most scripts: `fetch`, a check of the status, `json()`. */
export const plainFetch: Library = {
  name: 'fetch',
  packages: [],
  tuning: null,
  takesFetch: true,
  async open({ baseUrl, key, form, now = Date.now, fetch: given = fetch }) {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
    return {
      async lookup(question, signal) {
        const response = await given(baseUrl + pathOf(question, form, now()), {
          headers,
          ...(signal ? { signal } : {}),
        });
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return response.json();
      },
      close: nothingToClose,
    };
  },
};
