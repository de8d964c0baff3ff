import type { RunningSandbox } from '@answershare/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { type AsyncClient, type DialectProfile, isApiError } from '../../src/index.ts';
import { clientOf, forms, startSandboxOf } from '../support/sandbox-client.ts';

let sandbox: RunningSandbox | undefined;
let honest: RunningSandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  await honest?.close();
  honest = undefined;
});

const endpoints = ['analytics', 'citations', 'competitors', 'authority'] as const;
type Asked = (typeof endpoints)[number];

const ask = async (client: AsyncClient, endpoint: Asked, site: string) => {
  const { value, meta } =
    endpoint === 'analytics' ? await client.analytics(site, { last: 30 }) : await client[endpoint](site);
  return { value, spent: meta.spent };
};

/** An endpoint of which nothing is asked in a test, by which a client learns the Form. */
const another = (endpoint: Asked): Asked => (endpoint === 'authority' ? 'citations' : 'authority');

const cases = forms.flatMap((form) => endpoints.map((endpoint) => ({ form, endpoint })));

describe.each(cases)('an endpoint of a service of Form $form: $endpoint', ({ form, endpoint }) => {
  const odd = { swappedEndpoint: endpoint, lenientEndpoint: endpoint } as const;
  const truth = async (at: number): Promise<unknown> => {
    honest ??= await startSandboxOf(form);
    const client = clientOf(honest, { form });
    return (await ask(client, endpoint, honest.websites[at]?.id ?? '')).value;
  };
  const requests = async (): Promise<number> => (await sandbox?.admin.requests())?.total ?? 0;

  it('gives the requested website if it takes only the other name and otherwise answers for the first website', async () => {
    sandbox = await startSandboxOf(form, { quirks: { ...odd, websiteEcho: 'none' } });
    const [first, second, third] = sandbox.websites.map(({ id }) => id);
    const client = clientOf(sandbox);
    await ask(client, another(endpoint), first ?? '');
    const before = await requests();
    const asked = await ask(client, endpoint, second ?? '');
    expect(asked).toEqual({ value: await truth(1), spent: 4 });
    expect(await ask(client, endpoint, third ?? '')).toEqual({ value: await truth(2), spent: 1 });
    await ask(client, another(endpoint), second ?? '');
    expect((await requests()) - before).toBe(6);
    const later = clientOf(sandbox, {
      profile: JSON.parse(JSON.stringify(client.profile())) as DialectProfile,
    });
    expect(await ask(later, endpoint, second ?? '')).toEqual({ value: await truth(1), spent: 1 });
    expect((await ask(later, another(endpoint), second ?? '')).spent).toBe(1);
  });

  it('needs no check if its answers name their website', async () => {
    sandbox = await startSandboxOf(form, { quirks: odd });
    const [first, second] = sandbox.websites.map(({ id }) => id);
    const client = clientOf(sandbox);
    await ask(client, another(endpoint), first ?? '');
    expect(await ask(client, endpoint, second ?? '')).toEqual({ value: await truth(1), spent: 2 });
    expect((await ask(client, endpoint, first ?? '')).spent).toBe(1);
  });

  it('is refused if the Form is configured and the endpoint ignores its name', async () => {
    sandbox = await startSandboxOf(form, { quirks: { ...odd, websiteEcho: 'none' } });
    const client = clientOf(sandbox, { form });
    const thrown: unknown = await ask(client, endpoint, sandbox.websites[1]?.id ?? '').catch(
      (one: unknown) => one,
    );
    expect(isApiError(thrown) && [thrown.kind, thrown.spent]).toEqual(['shape', 2]);
    expect(String(thrown)).toContain('does not heed');
  });

  it('is checked once for all askers if it honours its name and does not name its website', async () => {
    sandbox = await startSandboxOf(form, { quirks: { websiteEcho: 'none' } });
    const sites = sandbox.websites.map(({ id }) => id);
    const client = clientOf(sandbox);
    await ask(client, another(endpoint), sites[0] ?? '');
    const before = await requests();
    const all = await Promise.all(sites.map((site) => ask(client, endpoint, site)));
    expect((await requests()) - before).toBe(sites.length + 1);
    expect(all.reduce((sum, { spent }) => sum + spent, 0)).toBe(sites.length + 1);
    const later = clientOf(sandbox, { profile: client.profile() });
    expect((await ask(later, endpoint, sites[1] ?? '')).spent).toBe(1);
  });

  it('is learnt at once if it takes only the other name, and the others keep theirs', async () => {
    sandbox = await startSandboxOf(form, { quirks: { swappedEndpoint: endpoint } });
    const [first, second] = sandbox.websites.map(({ id }) => id);
    const client = clientOf(sandbox);
    await ask(client, another(endpoint), first ?? '');
    // Of a refused question about days the window is learnt anew as well.
    expect((await ask(client, endpoint, second ?? '')).spent).toBe(endpoint === 'analytics' ? 3 : 2);
    for (const site of [first, second])
      for (const one of endpoints) expect((await ask(client, one, site ?? '')).spent, one).toBe(1);
    expect(client.profile().websiteParameter.form).toBe(form);
  });
});

it.each(forms)('a stored profile of Form %i without this note costs one check an endpoint', async (form) => {
  sandbox = await startSandboxOf(form, { quirks: { websiteEcho: 'none' } });
  const site = sandbox.websites[0]?.id ?? '';
  const learnt = clientOf(sandbox);
  for (const endpoint of endpoints) await ask(learnt, endpoint, site);
  const { parameterOf, ...old } = learnt.profile();
  expect(parameterOf).toEqual(Object.fromEntries(endpoints.map((endpoint) => [endpoint, form])));
  const client = clientOf(sandbox, { profile: old });
  for (const endpoint of endpoints) expect((await ask(client, endpoint, site)).spent).toBe(2);
  for (const endpoint of endpoints) expect((await ask(client, endpoint, site)).spent).toBe(1);
});
