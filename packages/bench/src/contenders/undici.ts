import type { Library } from './contender.ts';
import { pathOf } from './question.ts';

export const undici: Library = {
  name: 'undici',
  packages: ['undici'],
  tuning: 'retry.maxRetries as the case wants, retry.maxTimeout 60 s, deduplicate',
  takesFetch: false,
  async open({ baseUrl, key, form, now = Date.now, retries }, tuned) {
    const { Agent, interceptors, request } = await import('undici');
    const agent = new Agent();
    const dispatcher = tuned
      ? agent.compose(
          interceptors.retry({ maxRetries: retries, maxTimeout: 60_000 }),
          interceptors.deduplicate(),
        )
      : agent.compose(interceptors.retry());
    const headers = { authorization: `Bearer ${key}` };
    return {
      async lookup(question, signal) {
        const { statusCode, body } = await request(baseUrl + pathOf(question, form, now()), {
          dispatcher,
          headers,
          ...(signal ? { signal } : {}),
        });
        if (statusCode >= 400) throw new Error(`HTTP ${statusCode}: ${await body.text()}`);
        return body.json();
      },
      close: () => agent.destroy(),
    };
  },
};
