import type { Text } from './language.ts';

/** The meaning of each fault code in the other languages. */
const createMeanings = () => ({
  'fault.no_key': {
    de: 'Es ist kein API-Schlüssel angegeben.',
    es: 'No se ha indicado ninguna clave de API.',
    fr: 'Aucune clé d’API n’est indiquée.',
    pt: 'Nenhuma chave de API foi informada.',
    ja: 'API キーが指定されていません。',
  },
  'fault.not_connected': {
    de: 'Diese Datei hat keinen gültigen Schlüssel: bitte unter Schlüssel verbinden.',
    es: 'Este archivo no tiene una clave válida: conéctela en Clave.',
    fr: 'Ce fichier n’a pas de clé valide : connectez-en une sous Clé.',
    pt: 'Este arquivo não tem chave válida: conecte uma em Chave.',
    ja: 'このファイルに有効なキーがありません。「キー」で接続してください。',
  },
  'fault.no_service': {
    de: 'Dem Add-on fehlt die Adresse des Dienstes: bitte den Administrator informieren.',
    es: 'Al complemento le falta la dirección del servicio: avise al administrador.',
    fr: 'Il manque au module l’adresse du service : prévenez l’administrateur.',
    pt: 'Falta ao complemento o endereço do serviço: avise o administrador.',
    ja: 'アドオンにサービスのアドレスがありません。管理者に連絡してください。',
  },
  'fault.unauthorized': {
    de: 'Der Dienst verlangt einen Schlüssel.',
    es: 'El servicio exige una clave.',
    fr: 'Le service exige une clé.',
    pt: 'O serviço exige uma chave.',
    ja: 'サービスにはキーが必要です。',
  },
  'fault.invalid_key': {
    de: 'Dieser Schlüssel gilt nicht: bitte einen neuen verbinden.',
    es: 'Esta clave no es válida: conecte una nueva.',
    fr: 'Cette clé n’est pas valide : connectez-en une nouvelle.',
    pt: 'Esta chave não é válida: conecte uma nova.',
    ja: 'このキーは無効です。新しいキーを接続してください。',
  },
  'fault.forbidden': {
    de: 'Rechte oder Tarif des Schlüssels decken das nicht ab: bitte den Eigentümer fragen.',
    es: 'Los permisos o el plan de la clave no cubren esto: pregunte al propietario.',
    fr: 'Les droits ou le forfait de la clé ne couvrent pas cela : demandez au propriétaire.',
    pt: 'As permissões ou o plano da chave não cobrem isto: pergunte ao proprietário.',
    ja: 'キーの権限またはプランの対象外です。オーナーに確認してください。',
  },
  'fault.not_found': {
    de: 'Das gibt es für diesen Schlüssel nicht.',
    es: 'Eso no existe para esta clave.',
    fr: 'Cela n’existe pas pour cette clé.',
    pt: 'Isso não existe para esta chave.',
    ja: 'このキーには存在しません。',
  },
  'fault.bad_request': {
    de: 'Eine Angabe kann nicht gelesen werden.',
    es: 'No se puede leer uno de los datos.',
    fr: 'Une des données saisies est illisible.',
    pt: 'Um dos dados não pode ser lido.',
    ja: '入力を読み取れません。',
  },
  'fault.bad_window': {
    de: 'Der Zeitraum kann nicht gelesen werden.',
    es: 'No se puede leer el periodo.',
    fr: 'La période n’est pas lisible.',
    pt: 'O período não pode ser lido.',
    ja: '期間を読み取れません。',
  },
  'fault.rate_limited': {
    de: 'Die Anfragen dieser Minute sind verbraucht: bitte später noch einmal.',
    es: 'Las solicitudes de este minuto están agotadas: inténtelo más tarde.',
    fr: 'Les requêtes de cette minute sont épuisées : réessayez plus tard.',
    pt: 'As solicitações deste minuto se esgotaram: tente mais tarde.',
    ja: 'この 1 分のリクエストを使い切りました。後でもう一度お試しください。',
  },
  'fault.daily_quota_exceeded': {
    de: 'Die Anfragen dieses Tages sind verbraucht.',
    es: 'Las solicitudes de hoy están agotadas.',
    fr: 'Les requêtes du jour sont épuisées.',
    pt: 'As solicitações de hoje se esgotaram.',
    ja: '今日のリクエストを使い切りました。',
  },
  'fault.server_error': {
    de: 'Der Dienst hat einen Fehler: bitte in einer Minute noch einmal.',
    es: 'El servicio tiene un error: inténtelo en un minuto.',
    fr: 'Le service a une erreur : réessayez dans une minute.',
    pt: 'O serviço tem um erro: tente de novo em um minuto.',
    ja: 'サービスでエラーが発生しました。1 分後にもう一度お試しください。',
  },
  'fault.unreachable': {
    de: 'Der Dienst war nicht zu erreichen: bitte in einer Minute noch einmal.',
    es: 'No se pudo acceder al servicio: inténtelo en un minuto.',
    fr: 'Le service était injoignable : réessayez dans une minute.',
    pt: 'Não foi possível acessar o serviço: tente de novo em um minuto.',
    ja: 'サービスに接続できませんでした。1 分後にもう一度お試しください。',
  },
  'fault.timeout': {
    de: 'Der Dienst hat nicht rechtzeitig geantwortet.',
    es: 'El servicio no respondió a tiempo.',
    fr: 'Le service n’a pas répondu à temps.',
    pt: 'O serviço não respondeu a tempo.',
    ja: 'サービスが時間内に応答しませんでした。',
  },
  'fault.bad_answer': {
    de: 'Die Antwort des Dienstes kann nicht sicher gelesen werden.',
    es: 'La respuesta del servicio no se puede leer con certeza.',
    fr: 'La réponse du service ne peut pas être lue avec certitude.',
    pt: 'A resposta do serviço não pode ser lida com segurança.',
    ja: 'サービスの回答を確実に読み取れません。',
  },
  'fault.shape': {
    de: 'Die Antwort hat eine andere Form: bitte unter Schlüssel „Antworten erneut lesen“.',
    es: 'La respuesta tiene otra forma: pulse «Leer de nuevo las respuestas» en Clave.',
    fr: 'La réponse a une autre structure : « Relire les réponses » sous Clé.',
    pt: 'A resposta tem outra estrutura: “Ler as respostas de novo” em Chave.',
    ja: '回答の構造が変わりました。「キー」の「回答をもう一度読む」を押してください。',
  },
  'fault.pending': {
    de: 'Dieselbe Frage läuft gerade: bitte in einer Minute noch einmal.',
    es: 'La misma consulta está en curso: inténtelo en un minuto.',
    fr: 'La même requête est en cours : réessayez dans une minute.',
    pt: 'A mesma consulta está em curso: tente de novo em um minuto.',
    ja: '同じ問い合わせを実行中です。1 分後にもう一度お試しください。',
  },
  'fault.budget': {
    de: 'Dafür reichte die Zeit nicht.',
    es: 'No hubo tiempo suficiente.',
    fr: 'Le temps n’a pas suffi.',
    pt: 'Não houve tempo suficiente.',
    ja: '時間が足りませんでした。',
  },
  'fault.paused': {
    de: 'Die Datei ist pausiert, und dazu ist nichts gespeichert.',
    es: 'El archivo está en pausa y no hay nada guardado de esto.',
    fr: 'Le fichier est en pause, et rien n’est enregistré à ce sujet.',
    pt: 'O arquivo está em pausa, e nada está guardado sobre isto.',
    ja: 'ファイルは一時停止中で、保存された回答がありません。',
  },
  'fault.unexpected': {
    de: 'Etwas ging schief: bitte den Administrator informieren.',
    es: 'Algo salió mal: avise al administrador.',
    fr: 'Une erreur s’est produite : prévenez l’administrateur.',
    pt: 'Algo deu errado: avise o administrador.',
    ja: '問題が発生しました。管理者に連絡してください。',
  },
  'fault.noAnswer': {
    en: 'The add-on did not answer. Close the sidebar and open it again.',
    de: 'Das Add-on hat nicht geantwortet. Bitte die Seitenleiste schließen und wieder öffnen.',
    es: 'El complemento no respondió. Cierre la barra lateral y ábrala de nuevo.',
    fr: 'Le module n’a pas répondu. Fermez la barre latérale et ouvrez-la de nouveau.',
    pt: 'O complemento não respondeu. Feche a barra lateral e abra-a de novo.',
    ja: 'アドオンが応答しませんでした。サイドバーを閉じて、もう一度開いてください。',
  },
});

/** English shows the service's sentence, as every language does for a code that is not here. */
export function createFaultTexts(): Readonly<Record<keyof ReturnType<typeof createMeanings>, Text>> {
  const meanings: Readonly<Record<string, Omit<Text, 'en'> & Partial<Text>>> = createMeanings();
  return Object.fromEntries(
    Object.entries(meanings).map(([key, text]) => [key, { en: '{sentence}', ...text }]),
  ) as ReturnType<typeof createFaultTexts>;
}
