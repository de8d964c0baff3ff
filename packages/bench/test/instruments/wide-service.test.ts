import { expect, it } from 'vitest';
import { startWideService } from '../../src/services/wide-service.ts';

it.each([
  [1, 'websiteId'],
  [2, 'website_id'],
] as const)('serves as many websites as asked, each under its own id (Form %i)', async (form, parameter) => {
  const service = await startWideService({ form, websites: 12 });
  const get = async (path: string, key = service.key) =>
    (await fetch(service.baseUrl + path, { headers: { authorization: `Bearer ${key}` } })).json();
  try {
    const { websites } = (await get('/api/v1/websites')) as { websites: { id: string }[] };
    expect(websites.map(({ id }) => id)).toEqual(service.websites);
    const last = (await get(`/api/v1/authority?${parameter}=site_12`)) as Record<string, unknown>;
    expect(last[parameter]).toBe('site_12');
    await get('/api/v1/websites', 'another');
    expect(service.counts).toEqual({ requests: 2, refused: 0 });
  } finally {
    await service.close();
  }
});
