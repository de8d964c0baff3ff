import { describe, expect, it } from 'vitest';
import { findWebsite, readWebsites, singleRequest } from '../../src/index.ts';
import { faultOf, scripted } from '../asking/scripted.ts';

const odd = [
  ['a NUL', 'ws_\u0000', 'holds a control character'],
  ['a line break', 'ws_1\nws_2', 'holds a control character'],
  ['DEL', 'ws_\u007f', 'holds a control character'],
  ['a C1 control', 'ws_\u009b2J', 'holds a control character'],
  ['257 characters', 'w'.repeat(257), 'is longer than 256 characters'],
  ['half of a character', 'ws_\ud83d', 'holds half of a character and cannot be sent'],
] as const;

const good = ['w'.repeat(256), 'ws 1/ü&#%', '😀', 'w\u00a0s', 'https://example.com/'];

describe.each(odd)('an id with %s', (_name, id, fault) => {
  it('is left out of the list of websites, with a note', () => {
    const reading = readWebsites({ websites: [{ id, domain: 'a.example' }, { id: 'ws_2' }] });
    expect(reading).toMatchObject({ ok: true, value: [{ id: 'ws_2' }] });
    expect(reading.trace.notes).toContain(`1 of the websites were left out: the identifier ${fault}`);
  });

  it('is refused where a person or a program gives it, and nothing is sent', () => {
    const service = scripted(() => ({ text: '{"score":7}' }));
    const refusal = { kind: 'not_found', owner: 'caller', spent: 0 };
    const message = `The website id ${fault}. Copy the id again from the list of websites.`;
    expect(faultOf(() => service.client({ form: 1 }).authority(id))).toMatchObject({ ...refusal, message });
    expect(service.asked).toEqual([]);
    const options = { baseUrl: 'https://api.example.com', key: 'rs_live_abcdefgh' };
    const asked = { endpoint: 'authority', website: id, window: null } as const;
    expect(faultOf(() => singleRequest(options, asked, 0))).toMatchObject({ ...refusal, message });
    const found = faultOf(() => findWebsite([{ id: 'ws_2', name: null, domain: null }], id));
    expect(found).toMatchObject({
      ...refusal,
      message: `The website that was given ${fault}. There is ws_2.`,
    });
  });
});

it.each(good)('the id %j is listed and asked about as it is', (id) => {
  expect(readWebsites({ websites: [{ id, domain: 'a.example' }] })).toMatchObject({
    ok: true,
    value: [{ id }],
  });
  const service = scripted(() => ({ text: JSON.stringify({ websiteId: id, score: 7 }) }));
  service.client({ form: 1 }).authority(id);
  expect(service.asked[0]?.searchParams.get('websiteId')).toBe(id);
});
