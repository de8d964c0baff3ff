import type { Text } from './language.ts';

/** Failing cells, and running them again. */
export const failedTexts = {
  'failed.title': {
    en: 'Failing cells',
    de: 'Fehlerhafte Zellen',
    es: 'Celdas con errores',
    fr: 'Cellules en erreur',
    pt: 'Células com erro',
    ja: 'エラーのセル',
  },
  'failed.unknown': {
    en: 'Hover over the cell in Sheets to see why.',
    de: 'Den Grund zeigt Sheets, wenn der Mauszeiger auf der Zelle steht.',
    es: 'Pase el cursor por la celda en Sheets para ver el motivo.',
    fr: 'Survolez la cellule dans Sheets pour voir pourquoi.',
    pt: 'Passe o cursor sobre a célula no Sheets para ver o motivo.',
    ja: 'Sheets でセルにカーソルを合わせると理由が表示されます。',
  },
  'failed.more': {
    en: 'and {count} more',
    de: 'und {count} weitere',
    es: 'y {count} más',
    fr: 'et {count} autres',
    pt: 'e mais {count}',
    ja: 'ほか {count} 件',
  },
  'failed.run': {
    en: 'Run failed formulas again ({count})',
    de: 'Fehlgeschlagene Formeln erneut ausführen ({count})',
    es: 'Recalcular las fórmulas con error ({count})',
    fr: 'Exécuter à nouveau les formules en erreur ({count})',
    pt: 'Executar de novo as fórmulas com erro ({count})',
    ja: 'エラーの数式を再実行 ({count})',
  },
  'failed.none': {
    en: 'No formula of this file shows a fault.',
    de: 'Keine Formel dieser Datei zeigt einen Fehler.',
    es: 'Ninguna fórmula de este archivo muestra un error.',
    fr: 'Aucune formule de ce fichier n’affiche d’erreur.',
    pt: 'Nenhuma fórmula deste arquivo mostra um erro.',
    ja: 'このファイルにエラーの数式はありません。',
  },
  'failed.healed': {
    en: '{healed} of {failed} failed formulas ran again.',
    de: '{healed} von {failed} fehlgeschlagenen Formeln liefen erneut.',
    es: '{healed} de {failed} fórmulas con error se recalcularon.',
    fr: '{healed} formules en erreur sur {failed} ont été exécutées à nouveau.',
    pt: '{healed} de {failed} fórmulas com erro foram executadas de novo.',
    ja: 'エラーの数式 {failed} 件中 {healed} 件を再実行しました。',
  },
  'failed.left': {
    en: '1 waits for requests, on at {time}.|{count} wait for requests, on at {time}.',
    de: '1 wartet auf Anfragen, weiter um {time}.|{count} warten auf Anfragen, weiter um {time}.',
    es: '1 espera solicitudes, sigue a las {time}.|{count} esperan solicitudes, sigue a las {time}.',
    fr: '1 attend des requêtes, suite à {time}.|{count} attendent des requêtes, suite à {time}.',
    pt: '1 espera solicitações, continua às {time}.|{count} esperam solicitações, continuam às {time}.',
    ja: '{count} 件はリクエスト待ちです。{time} に続けます。',
  },
  'failed.stuck': {
    en: '1 still fails: its note says why.|{count} still fail: their notes say why.',
    de: '1 schlägt weiter fehl: ihre Notiz nennt den Grund.|{count} schlagen weiter fehl: ihre Notizen nennen den Grund.',
    es: '1 sigue fallando: su nota dice por qué.|{count} siguen fallando: sus notas dicen por qué.',
    fr: '1 échoue encore : sa note dit pourquoi.|{count} échouent encore : leurs notes disent pourquoi.',
    pt: '1 ainda falha: a nota dela diz por quê.|{count} ainda falham: as notas delas dizem por quê.',
    ja: '{count} 件はまだエラーです。理由はメモにあります。',
  },
} satisfies Record<string, Text>;
