import type { CitedPages } from './site-days.ts';

const page = (url: string, dates: readonly string[], engines = ['ChatGPT']): CitedPages['pages'][number] => ({
  url,
  engines,
  query: `the best 3 ${/[a-z]+(?=[-\d]*$)/.exec(url)?.[0]} for walks in the rain`,
  dates,
});

/** Seven new pages, one lost and one kept page of four weeks. */
export const citedPages: CitedPages = {
  first: '2026-10-24',
  last: '2026-11-22',
  pages: [
    page('https://www.acme.com/guides/kept', ['2026-11-09', '2026-11-17']),
    page('https://www.acme.com/compare/47-tents', ['2026-11-08', '2026-11-14'], ['Perplexity', 'Gemini']),
    ...[1, 2, 3, 4, 5, 6, 7].map((at) => page(`https://acme.com/guides/boots-${at}`, [`2026-11-${14 + at}`])),
  ],
};

/** Four answers that cited the website in the week before and cite others in this one. */
export const lostAnswers: CitedPages = {
  ...citedPages,
  answers: [
    ['best tent for two people', 'ChatGPT', ['globex.com', 'initech.com']],
    ['how heavy should hiking boots be?', 'Perplexity', ['umbrella.com']],
    [
      'which sleeping bag is warm enough for a night at minus ten degrees',
      'Gemini',
      ['globex.com', 'hooli.com', 'stark.com', 'wayne.com'],
    ],
    ['waterproof jackets compared', 'ChatGPT', ['initech.com']],
  ].map(([query, engine, others]) => ({
    query: String(query),
    engine: String(engine),
    sources: [
      { domain: 'acme.com', url: 'https://acme.com/guides', dates: ['2026-11-10', '2026-11-13'] },
      ...[others ?? []].flat().map((domain) => ({
        domain,
        url: `https://${domain}/guides`,
        dates: ['2026-11-17', '2026-11-20'],
      })),
    ],
  })),
};
