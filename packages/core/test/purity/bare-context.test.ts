import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { bareBundle } from '../support/bare-bundle.ts';
import { learnFew } from '../support/sandbox-recipes.ts';

it('the bundle sends requests in a context without timers, fetch, URL and code generation', async () => {
  const sent: string[] = [];
  const host = {
    send: (requests: { url: string }[]) =>
      requests.map(({ url }) => {
        sent.push(url);
        return { ok: true, status: 200, headers: {}, text: '{"websiteId":"a&b","score":72,"maxScore":100}' };
      }),
    wait: () => undefined,
    now: () => 0,
    random: () => 0,
    learn: learnFew,
  };
  const context = createContext({ host }, { codeGeneration: { strings: false, wasm: false } });
  runInContext(await bareBundle(), context);
  const score = runInContext(
    `core.syncClient({ baseUrl: 'https://api.example', key: 'rs_live_abcdefghijkl', form: 2 }, host).authority('a&b').value.score`,
    context,
  );
  expect(score).toBe(72);
  expect(sent).toEqual(['https://api.example/api/v1/authority?website_id=a%26b']);
});
