import { foldName } from '@answershare/core';
import type { WordKind } from '../ports/function-context.ts';

/** Headings, totals and marks of a column of websites, in six languages. */
const label =
  /^(?:((my|our) )?((web ?)?sites?( urls?)?|domains?|urls?|clients?|customers?|brands?|names?)|webseiten?|domänen?|kunden?|marken?|sites? web|domaines?|clientes?|marques?|marcas?|sitios?( web)?|dominios?|domínios?|nombres?|noms?|nomes?|ウェブサイト|サイト|ドメイン|クライアント|顧客|ブランド|(grand |sub ?-?)?totale?s?|sum|summen?|gesamt(summe)?|zwischensumme|sumas?|sommes?|somas?|合計|小計|averages?|avg|means?|median|durchschnitt|mittel(wert)?|promedio|media|moyenne|média|平均|[-–—−_.…?]+|n\.? ?\/? ?[ad]\.?|none|null|tbd|k\. ?a\.|s\/d|なし):?$/;

/** Words of other tools and languages: a pattern of the folded text, and what it means. The first that fits counts. */
const meanings: Readonly<Record<WordKind, readonly (readonly [pattern: RegExp, meaning: string])[]>> = {
  label: [[label, 'label']],
  option: [
    [
      /^(?:top|first|limit|max|rows|erste|primer[oa]s|premi[eè]re?s|primeir[oa]s|上位)?[ =:]*([1-9]\d*)(?: rows?|件)?$/,
      'top=$1',
    ],
    [
      /^(?:no|without|hide|ohne|sin|sans|sem)[ _-](?:head(?:er|ing)s?|überschrift(?:en)?|kopfzeile|encabezados?|en-?têtes?|cabeçalhos?)$/,
      'headers=no',
    ],
    [/^(?:cols?|columns?|fields?|spalten?|columnas?|colonnes?|colunas?|列)[ =:]+(.+)$/, 'columns=$1'],
    [/^(?:sort(?:ed)?|order)(?:[ _-]?by)?[ =:]+(?!asc|desc)(.+)$/, 'sort=$1'],
    [/^(?:(?:by|per)[ =:]+)?(day|week|month)(?:ly)?$/, 'by=$1'],
    [/^(?:status[ =:]+)?(new|lost|kept)(?: pages?)?$/, 'status=$1'],
    [/^(?:sum|total|summe|suma|somme|soma|合計)$/, 'total=yes'],
  ],
  aggregate: [
    [/^(?:total|summe|suma|somme|soma|合計)$/, 'sum'],
    [
      /^(?:daily )?(?:avg|average|mean|mittel(?:wert)?|durchschnitt|promedio|media|moyenne|média|平均)$/,
      'average',
    ],
    [/^(max|min)imum$/, '$1'],
    [/^(?:latest|newest|current)$/, 'last'],
    [/^(?:difference|diff|delta|differenz|änderung|diferencia|différence|diferença)$/, 'change'],
    [/^(?:%|change ?%|% ?change|percent(?: change)?|growth|wachstum)$/, 'change%'],
  ],
  metric: [
    [
      /^(?:sessions?|traffic|visits?|clicks?|besuche?r?|sitzungen|visitantes?|visitas?|visiteurs?|sesiones|訪問者数?)$/,
      'visitors',
    ],
    [
      /^(?:page ?impressions?|impressions?|hits?|seitenaufrufe|páginas vistas|pages vues|ページビュー数?)$/,
      'pageviews',
    ],
    [/^(?:mentions?|zitate|nennungen|citas|menciones|citações|引用数?)$/, 'citations'],
  ],
};

/** What a word means; null for none. */
export function translateWord(kind: WordKind, text: string): string | null {
  const folded = foldName(text);
  const found = meanings[kind].find(([pattern]) => pattern.test(folded));
  return found === undefined ? null : folded.replace(...found);
}
