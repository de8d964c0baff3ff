import { midnightExamples } from '../../build/period-examples.ts';
import type { FormulaFile, FormulaSection } from './formula-page.ts';

/** The sheet of the formulas: a heading in row 1, then websites as people paste them, two of them in a row. */
export const formulaSheet: readonly (readonly [cell: string, value: string])[] = [
  ['A1', 'Website'],
  ['A2', 'Northwind Outdoor'],
  ['A3', 'https://www.harborandpine.example/shop?ref=mail'],
  ['A4', 'Cobalt\u00a0Ledger'],
  ['A5', ''],
  ['A6', 'Quillfield  Stduio'],
  ['A7', '#N/A'],
  ['D1', 'Northwind Outdoor'],
  ['E1', 'Harbor & Pine'],
  ['G1', 'Kunde'],
  ['G2', 'Northwind Outdoor'],
  ['G3', '-'],
  ['G4', 'Harbor & Pine'],
  ['G5', 'Average'],
  ['G6', 'Total:'],
  ['H1', 'ChatGPT'],
  ['I1', 'Perplexity'],
  ['H2', 'last week'],
  ['I2', 'October 2026'],
];

const inUtc: FormulaFile = { timeZone: 'Etc/UTC', locale: 'en_US', instant: '2026-11-21T09:00:05Z' };

type Group = readonly string[];

const wordings: readonly (readonly [heading: string, groups: readonly Group[]])[] = [
  [
    'Names of websites',
    [
      [
        '=CITATIONS("Northwind Outdoor")',
        '=CITATIONS(A2)',
        '=CITATIONS("northwind outdoor")',
        '=CITATIONS("Northwind\u00a0Outdoor")',
        '=CITATIONS("  Northwind   Outdoor ")',
        '=CITATIONS("North\u200bwind Outdoor\ufeff")',
        '=CITATIONS("Northwind Outdoor (northwind-outdoor.example)")',
        '=CITATIONS("northwind-outdoor.example")',
        '=CITATIONS("WWW.Northwind-Outdoor.example")',
        '=CITATIONS("https://northwind-outdoor.example/tents?size=2#top")',
        '=CITATIONS("sc-domain:northwind-outdoor.example")',
        '=CITATIONS("ws_nd30graihyf6")',
        '=CITATIONS("WS_ND30GRAIHYF6")',
      ],
      [
        '=AUTHORITY("bücherei.example")',
        '=AUTHORITY("xn--bcherei-n2a.example")',
        '=AUTHORITY("https://www.xn--bcherei-n2a.example/katalog")',
        '=AUTHORITY("Bücherei Groß 東京 🌿")',
      ],
      ['=CITATIONS(A1:A7)'],
      ['=CITATIONS(A1:A7; ; "on_error=blank")'],
      ['=AUTHORITY(A2:A4)'],
      ['=CITATIONS(A5)'],
      ['=CITATIONS("Northwind Outdor")'],
      ['=CITATIONS("northwind-outdoor.exmaple")'],
      ['=CITATIONS("Northwind")'],
      ['=CITATIONS("nowhere.example")'],
      ['=CITATIONS(A7)'],
      ['=CITATIONS("Loading...")'],
      ['=CITATIONS()'],
      ['=COMPETITORS()'],
      ['=AUTHORITY_CHANGE()'],
      ['=ANALYTICS_TOTAL()'],
      ['=EXPLAIN()'],
    ],
  ],
  [
    'Metrics, windows and their order',
    [
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "visitors"; "7d")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitor")',
        '=ANALYTICS_TOTAL(A2; "7d"; "users")',
        '=ANALYTICS_TOTAL(A2; "7d"; "Visitors"; "total")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "sum")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "page views")',
        '=ANALYTICS_TOTAL(A2; "pageview"; "7d")',
        '=ANALYTICS_TOTAL(A2; "7d"; "views")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "average")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "avg")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "MEAN")',
      ],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "max")', '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "maximum")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "min")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "last")', '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "latest")'],
      [
        '=ANALYTICS_TOTAL(A2; "visitors")',
        '=ANALYTICS_TOTAL(A2; ; "visitors")',
        '=ANALYTICS_TOTAL(A2; "30d"; "visitors")',
      ],
      [
        '=ANALYTICS(A2; "3d"; "visitors, citations")',
        '=ANALYTICS(A2; "visitors; citations"; "3d")',
        '=ANALYTICS(A2; "3d"; "visitor, citation"; "headers=TRUE")',
      ],
      ['=ANALYTICS(A2; "7d"; "visitors"; "top=1, order=desc")'],
      ['=ANALYTICS_TOTAL(A2; "7d")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "vistors")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "median")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "authority")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "share of voice")'],
    ],
  ],
  [
    'Options',
    [
      [
        '=WEBSITES("headers=no; top=2")',
        '=WEBSITES("headers=no, top=2")',
        '=WEBSITES("Headers = FALSE; Top = 2")',
        '=WEBSITES("headers=0, top=2")',
        '=WEBSITES("FALSE, top=2")',
      ],
      [
        '=AUTHORITY_BREAKDOWN(A2; "headers=no")',
        '=AUTHORITY_BREAKDOWN(A2; FALSE)',
        '=AUTHORITY_BREAKDOWN(A2; 0)',
      ],
      ['=COMPETITORS(A2; "top=3")'],
      [
        '=COMPETITORS(A2; "columns=name, share; top=2; headers=no")',
        '=COMPETITORS(A2; "headers=no, top=2, columns=Name, Share of voice")',
      ],
      ['=CITATIONS_BY_ENGINE(A2; "order=asc; top=1; columns=citations, engine")'],
      ['=COMPETITORS(A2; "columns=nmae")'],
      ['=COMPETITORS(A2; "header=no")'],
      ['=COMPETITORS(A2; "top=some")'],
      ['=COMPETITORS(A2; "top=3; own=maybe")'],
      ['=CITATIONS(A2; ; "on_error=stop")'],
    ],
  ],
  [
    'Tables of several websites',
    [
      ['=COMPETITORS(A2:A4; "top=2; columns=name, share")'],
      ['=COMPETITORS(A1:A3; "top=1; headers=no; columns=name, mentions")'],
      ['=CITATIONS_BY_ENGINE(A2:A7; "top=1")'],
      ['=CITATIONS_BY_ENGINE(A2:A7; "top=1; on_error=blank")'],
      ['=CITATIONS_BY_ENGINE(A2:A7; "on_error=throw")'],
      ['=ANALYTICS(A2:A3; "2d"; "visitors")', '=ANALYTICS(A1:A3; "visitors"; "2d")'],
    ],
  ],
  [
    'Engines, competitors and other words',
    [
      ['=CITATIONS(A2; "ChatGPT")', '=CITATIONS(A2; "chat gpt")', '=CITATIONS(A2; "OpenAI")'],
      ['=CITATIONS(A2; "all")', '=CITATIONS(A2; "*")', '=CITATIONS(A2; "All engines")', '=CITATIONS(A2)'],
      ['=CITATIONS(A2; "Chatgtp")'],
      ['=CITATIONS(A2; "ChatGPT, Perplexity")'],
      ['=CITATIONS(A2; "30d")'],
      ['=AUTHORITY(A2; "30d")'],
      ['=SHARE_OF_VOICE(A2; "90d")'],
      [
        '=SHARE_OF_VOICE(A2; "Summit Supply")',
        '=SHARE_OF_VOICE(A2; "summit\u00a0supply")',
        '=SHARE_OF_VOICE(A2; "https://www.Summit-Supply.example/tents")',
      ],
      ['=SHARE_OF_VOICE(A2; "Sumit Supply")'],
      ['=API_STATUS("day lft")'],
      ['=AUTHORITY_CHANGE(A2; "7d"; "verdic")'],
      ['=EXPLAIN("CITATION")'],
      ['=API_FIELD("citation"; A2; "/total")'],
      ['=API_FIELD("citations"; A7; "/total")'],
    ],
  ],
  [
    'Weeks, months and partial rows',
    [
      [
        '=ANALYTICS(A2; "15d"; "visitors, partial"; "by=week")',
        '=ANALYTICS(A2; "visitors, partial"; 15; "By = Week")',
        '=ANALYTICS(A2; "2026-11-07.."; "visitor; Partial"; "by:week")',
      ],
      [
        '=ANALYTICS(A2; "2026-09-01.."; "visitors, citations, partial"; "by=month")',
        '=ANALYTICS(A2; "2026-09..2026-11"; "visitors, citations, partial"; "by=month")',
      ],
      ['=ANALYTICS(A2; "last 4 weeks"; "citations"; "by=week; order=desc; top=2; headers=no")'],
      ['=ANALYTICS(A2; "3d")', '=ANALYTICS(A2; 3; "visitors, pageviews, citations, partial")'],
      ['=ANALYTICS(A2; "3d"; "partial")'],
      ['=ANALYTICS(A2:A3; "last 2 weeks"; "visitors"; "by=week")'],
      ['=ANALYTICS(A2; "30d"; ""; "by=weak")'],
      ['=ANALYTICS(A2; "30d"; ""; "by=year")'],
    ],
  ],
  [
    'Comparisons',
    [
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; ; "compare=previous")',
        '=ANALYTICS_TOTAL(A2; "last 7 days"; "visitors"; "sum"; "Compare = Previous")',
        '=ANALYTICS_TOTAL(A2; "visitors"; "2026-11-14..2026-11-20"; ; "compare=previous")',
        '=ANALYTICS_TOTAL(A2; "2026-11-14.."; "visitors"; ; "compare=previous")',
      ],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; ; "compare=previous; headers=yes")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "average"; "compare=previous")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "citations"; "max"; "compare=previous")'],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "change")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "change"; "compare=previous")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "change%")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "Change %")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "percent change")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "growth")',
      ],
      ['=ANALYTICS_TOTAL(A1:A5; "7d"; "citations"; "change%")'],
      ['=ANALYTICS(A2; "3d"; "visitors"; "compare=previous")'],
      ['=ANALYTICS(A2; "last 2 weeks"; "citations, partial"; "by=week; compare=previous")'],
      ['=ANALYTICS(A2; "this month"; "visitors"; "by=month; compare=previous; headers=no")'],
      ['=ANALYTICS(A2; "today"; "visitors"; "compare=previous")'],
      ['=ANALYTICS_TOTAL(A2; "today"; "visitors"; "change")'],
      ['=ANALYTICS(A2; "7d"; ""; "compare=yaer")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; ; "compare=last")'],
    ],
  ],
  [
    'Grids',
    [
      ['=ANALYTICS_TOTAL(A1:A6; "7d"; "visitors, citations")'],
      [
        '=ANALYTICS_TOTAL(A2:A3; "7d"; "visitors, citations"; ; "headers=yes")',
        '=ANALYTICS_TOTAL(A1:A3; "7d"; "visitors, citations")',
        '=ANALYTICS_TOTAL(A1:A3; "visitors; citations"; "7d"; "sum"; "TRUE")',
      ],
      ['=ANALYTICS_TOTAL(D1:E1; "7d"; "visitors, citations"; ; "headers=yes")'],
      ['=ANALYTICS_TOTAL(A1:A3; "last week"; "visitors"; "average"; "compare=previous")'],
      ['=ANALYTICS_TOTAL(A1:D2; "7d"; "visitors, citations")'],
      ['=CITATIONS_BY_ENGINE(A2:A6; "layout=grid")'],
      [
        '=CITATIONS_BY_ENGINE(A1:A3; "layout=grid; top=2; headers=no")',
        '=CITATIONS_BY_ENGINE(A2:A3; "layout=grid; columns=ChatGPT, Google AI Overviews, Total; headers=0")',
      ],
      ['=CITATIONS_BY_ENGINE(A2; "layout=grid; order=asc; top=3")'],
      ['=CITATIONS_BY_ENGINE(A2; "layout=gird")'],
    ],
  ],
  [
    'Grids of two ranges',
    [
      ['=CITATIONS(A2:A3; H1:I1)'],
      ['=CITATIONS(D1:E1; H1:I1)'],
      ['=CITATIONS(A2; H1:I1)'],
      ['=ANALYTICS_TOTAL(A2:A4; H2:I2; "visitors")', '=ANALYTICS_TOTAL(A2:A4; "visitors"; H2:I2)'],
      ['=ANALYTICS_TOTAL(A2:A3; H2:I2; "visitors, citations")'],
      ['=CITATIONS(A2:A4; A2:A3)'],
      ['=CITATIONS(A2:A4; G1:G2)'],
    ],
  ],
  [
    'Words of other tools, totals and dashes among websites',
    [
      ['=CITATIONS(G1:G6)'],
      ['=CITATIONS(A2:A3; ; "total=yes")', '=CITATIONS(G1:G6; ; "total")'],
      ['=CITATIONS(A2:A7; ; "total=yes; on_error=blank")'],
      ['=ANALYTICS_TOTAL(A2:A3; "7d"; "visitors"; "max"; "total=yes")'],
      ['=COMPETITORS(G1:G6; "top=1; columns=name")'],
      [
        '=COMPETITORS(A2; "top=2")',
        '=COMPETITORS(A2; 2)',
        '=COMPETITORS(A2; "top 2")',
        '=COMPETITORS(A2; "limit=2")',
        '=COMPETITORS(A2; "first 2 rows")',
      ],
      [
        '=COMPETITORS(A2; "columns=name, share; top=2; headers=no")',
        '=COMPETITORS(A2; "columns=2, 4; top 2; no headers")',
        '=COMPETITORS(A2; "ohne Überschrift, Spalten: 2, 4; limit 2")',
      ],
      ['=COMPETITORS(A2; "sort=name; columns=name")', '=COMPETITORS(A2; "sort by name; cols=name")'],
      ['=COMPETITORS(A2; "columns=9")'],
      [
        '=CITED_PAGES(A2; ; "status=new; columns=page; top=2")',
        '=CITED_PAGES(A2; ; "new; columns=1; top 2")',
      ],
      ['=CITED_PAGES(A2; ; "status=lost")', '=CITED_PAGES(A2; "lost pages")'],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "average")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "daily average")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "Mittelwert")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "change")',
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "difference")',
      ],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "change%")', '=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "%")'],
      [
        '=ANALYTICS_TOTAL(A2; "7d"; "visitors, pageviews, citations")',
        '=ANALYTICS_TOTAL(A2; "7d"; "all")',
        '=ANALYTICS_TOTAL(A2; "7d"; "*")',
      ],
      ['=ANALYTICS(A2; "2d")', '=ANALYTICS(A2; "2d"; "all")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "sessions")'],
      ['=ANALYTICS(A2; "7d"; "Besucher")'],
      ['=ANALYTICS_TOTAL("7d"; A2; "visitors")'],
      ['=ANALYTICS_TOTAL("visitors"; A2; "7d")'],
      ['=SHARE_OF_VOICE("Rival Inc"; "northwind-outdoor.example")'],
    ],
  ],
  [
    'Cited pages',
    [
      ['=CITED_PAGES(A2; ; "top=3; columns=page, citations, status")'],
      [
        '=CITED_PAGES(A2; "7d"; "status=lost; columns=page, citations, engines, last, status")',
        '=CITED_PAGES(A2; "2026-11-15.."; "columns=page, citations, engines, last, status; status=lost")',
      ],
      ['=CITED_PAGES(A2:A3; "last week"; "top=1; columns=page, citations")'],
      ['=CITED_PAGES(A2; "3d"; "status=new")'],
      ['=CITED_PAGES(A2; "30d"; "status=new")'],
      ['=CITED_PAGES(A2; "7d"; "status=gone")'],
      ['=AUTHORITY_HISTORY(A2)'],
    ],
  ],
];

/** Four zones, a minute before and at the local midnight. */
const midnights: readonly FormulaSection[] = midnightExamples
  .filter(({ local }) => /23:59|00:00/.test(local))
  .filter(
    ({ zone, local }, at, all) => all.findIndex((one) => one.zone === zone && one.local === local) === at,
  )
  .map(({ zone, local, instant }) => ({
    heading: `${zone}, ${local}`,
    file: { timeZone: zone, locale: 'en_US', instant },
    groups: [
      ['=ANALYTICS(A2; "2d"; "visitors, partial"; "headers=no")'],
      [
        '=ANALYTICS_TOTAL(A2; "last 7 days"; "visitors")',
        `=ANALYTICS_TOTAL(A2; "${addDays(local.slice(0, 10), -7)}..${addDays(local.slice(0, 10), -1)}"; "visitors")`,
      ],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; ; "compare=previous")'],
    ],
  }));

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

const isoDates = '=ANALYTICS_TOTAL(A2; "2026-11-01..2026-11-07"; "visitors")';

const locales: readonly (readonly [locale: string, groups: readonly Group[]])[] = [
  [
    'de_DE',
    [
      [isoDates, '=ANALYTICS_TOTAL(A2; "1.11.2026 - 7.11.2026"; "visitors")'],
      ['=ANALYTICS_TOTAL(A2; "1.11.2026"; "7.11.2026"; "visitors")'],
      ['=ANALYTICS_TOTAL(A2; "11/13/2026"; "visitors")'],
    ],
  ],
  [
    'en_GB',
    [
      [isoDates, '=ANALYTICS_TOTAL(A2; "01/11/2026..07/11/2026"; "visitors")'],
      ['=ANALYTICS(A2; "2d"; "visitors")'],
      ['=ANALYTICS_TOTAL(A2; "11/13/2026"; "visitors")'],
    ],
  ],
  [
    'fr_FR',
    [
      [
        isoDates,
        '=ANALYTICS_TOTAL(A2; "du 01/11/2026 au 07/11/2026"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "1er-7 novembre"; "visitors")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "last month"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "le mois dernier"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "octobre 2026"; "visitors")',
      ],
      ['=COMPETITORS(A2; "top=2; headers=no")', '=COMPETITORS(A2; "sans en-têtes; top 2")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visiteurs")'],
      ['=ANALYTICS_TOTAL(A2; "7 derniers jour"; "visitors")'],
      ['=CITATIONS(A2; "Tous")'],
    ],
  ],
  [
    'es_ES',
    [
      [
        isoDates,
        '=ANALYTICS_TOTAL(A2; "del 1/11/2026 al 7/11/2026"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "1 al 7 de noviembre"; "visitors")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "last 7 days"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "últimos 7 días"; "visitors")',
      ],
      ['=COMPETITORS(A2; "top=2; headers=no")', '=COMPETITORS(A2; "sin encabezados; top 2")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitantes")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "promedio")'],
    ],
  ],
  [
    'pt_BR',
    [
      [
        isoDates,
        '=ANALYTICS_TOTAL(A2; "01/11/2026 a 07/11/2026"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "de 1 a 7 de novembro"; "visitors")',
      ],
      [
        '=ANALYTICS_TOTAL(A2; "last month"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "mês passado"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "out/2026"; "visitors")',
      ],
      ['=COMPETITORS(A2; "top=2; headers=no")', '=COMPETITORS(A2; "sem cabeçalhos; top 2")'],
      ['=ANALYTICS_TOTAL(A2; "visitas"; "7d")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "média")'],
    ],
  ],
  [
    'ja_JP',
    [
      [
        isoDates,
        '=ANALYTICS_TOTAL(A2; "2026/11/01 to 2026/11/07"; "visitors")',
        '=ANALYTICS_TOTAL(A2; "11/1〜11/7"; "visitors")',
      ],
      ['=ANALYTICS_TOTAL(A2; "last month"; "visitors")', '=ANALYTICS_TOTAL(A2; "前月"; "visitors")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "訪問者数")'],
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; "平均")'],
      ['=ANALYTICS_TOTAL(A2; "1/11/2026"; "visitors")'],
    ],
  ],
];

/** Formulas by section. All formulas of one inner list must give the same result, which the page shows once. */
export const formulaSections: readonly FormulaSection[] = [
  ...wordings.map(([heading, groups]) => ({ heading, file: inUtc, groups })),
  ...([1, 2] as const).map((form) => ({
    heading: `A year before, in Form ${form} of the service`,
    file: inUtc,
    form,
    groups: [
      ['=ANALYTICS_TOTAL(A2; "7d"; "visitors"; ; "compare=year")'],
      ['=ANALYTICS_TOTAL(A2:A3; "last month"; "citations"; "change%"; "compare=year")'],
      ['=ANALYTICS(A2; "60d"; "citations"; "by=month; compare=previous; headers=no")'],
    ],
  })),
  ...midnights,
  ...locales.map(([locale, groups]) => ({
    heading: `Words and dates in a file of locale ${locale}`,
    file: { ...inUtc, locale },
    groups,
  })),
];
