import type { FetchedResponse, FetchRequest, FetchResult } from '../host-calls.ts';
import type { Kit } from './kit.ts';

/** UrlFetchApp (reference/url-fetch). */
export function urlFetchApp(kit: Kit): void {
  interface Asked {
    request: FetchRequest;
    mute: boolean;
  }
  const methods = ['get', 'delete', 'patch', 'post', 'put', 'head', 'options'];
  const flags = [
    'muteHttpExceptions',
    'followRedirects',
    'validateHttpsCertificates',
    'escaping',
    'useIntranet',
  ];
  const texts = ['contentType', 'method'];
  const others = ['headers', 'payload', 'timeoutSeconds'];
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

  const checkOptions = (options: { [name: string]: unknown }): void => {
    for (const [name, value] of Object.entries(options)) {
      if (value === undefined || value === null) {
        throw kit.exception(`Attribute provided with no value: ${name}`);
      }
      const wrong = (): Error => kit.exception(`Attribute provided with invalid value: ${name}`);
      if (flags.includes(name) && typeof value !== 'boolean') throw wrong();
      if (texts.includes(name) && typeof value !== 'string') throw wrong();
      if (name === 'headers' && !isObject(value)) throw wrong();
      if (name === 'timeoutSeconds' && !(typeof value === 'number' && value > 0)) throw wrong();
      if (![...flags, ...texts, ...others].includes(name)) {
        throw kit.exception(`UrlFetchApp has no option named ${name}.`);
      }
    }
  };
  const readHeaders = (headers: unknown): { [name: string]: string } =>
    isObject(headers)
      ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      : {};
  const form = (fields: object): string =>
    Object.entries(fields)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
      .join('&');
  const readBody = (payload: unknown): FetchRequest['body'] => {
    if (payload === undefined) return null;
    const base64 = kit.blobs.base64Of(payload);
    if (base64 !== null) return { base64 };
    if (Array.isArray(payload)) return { base64: kit.call('bytes.pack', payload) };
    return { text: isObject(payload) ? form(payload) : String(payload) };
  };
  const read = (url: string, options: { [name: string]: unknown }): Asked => {
    checkOptions(options);
    const body = readBody(options.payload);
    const method = String(options.method === undefined ? (body === null ? 'get' : 'post') : options.method);
    if (!methods.includes(method.toLowerCase())) {
      throw kit.exception('Attribute provided with invalid value: method');
    }
    const seconds = options.timeoutSeconds;
    return {
      mute: options.muteHttpExceptions === true,
      request: {
        url,
        method,
        headers: readHeaders(options.headers),
        contentType: typeof options.contentType === 'string' ? options.contentType : null,
        body,
        followRedirects: options.followRedirects !== false,
        validateHttpsCertificates: options.validateHttpsCertificates !== false,
        timeoutSeconds: typeof seconds === 'number' ? seconds : null,
      },
    };
  };

  const responseObject = (raw: FetchedResponse): object => {
    const contentType = raw.headers
      .filter(([name]) => name.toLowerCase() === 'content-type')
      .map(([, v]) => v)[0];
    const charset = /charset="?([^";\s]+)/i.exec(contentType ?? '');
    const declared = charset === null ? 'UTF-8' : String(charset[1]);
    return Object.freeze({
      getResponseCode: () => raw.code,
      getContentText(...args: [string?]) {
        kit.check('UrlFetchApp.HTTPResponse.getContentText', args, [], ['string']);
        return kit.call('text.decode', raw.base64, args[0] ?? declared);
      },
      getContent: () => kit.call('bytes.of', raw.base64),
      getBlob: () => kit.blobs.make(raw.base64, contentType ?? null, null),
      getHeaders: () => Object.fromEntries(raw.headers),
      getAllHeaders() {
        const all: { [name: string]: string | string[] } = {};
        for (const [name, value] of raw.headers) {
          const earlier = all[name];
          all[name] = earlier === undefined ? value : ([] as string[]).concat(earlier, value);
        }
        return all;
      },
    });
  };
  const host = (url: string): string =>
    String(/^(?:[a-z]+:\/\/)?[^/?#]*/i.exec(url)).replace(/\/\/.*@/, '//');
  const deliver = (result: FetchResult, asked: Asked): object => {
    if ('failure' in result) throw kit.exception(result.failure);
    const { response } = result;
    if (response.code < 400 || asked.mute) return responseObject(response);
    const text = kit.call('text.decode', response.base64, 'UTF-8');
    const shown =
      text.length > kit.facts.errorBodyShown ? `${text.slice(0, kit.facts.errorBodyShown)}...` : text;
    throw kit.exception(
      `Request failed for ${host(asked.request.url)} returned code ${response.code}. ` +
        `Truncated server response: ${shown} (use muteHttpExceptions option to examine full response)`,
    );
  };
  const send = (asked: Asked[]): object[] => {
    const results = kit.call(
      'fetch.send',
      asked.map((one) => one.request),
    );
    return asked.map((one, i) => deliver(results[i] ?? { failure: 'No response.' }, one));
  };

  kit.service('UrlFetchApp', {
    fetch(...args: [string, { [name: string]: unknown }?]) {
      kit.allow('UrlFetchApp.fetch', 'fetch');
      kit.check('UrlFetchApp.fetch', args, ['string'], ['string', 'object']);
      return send([read(args[0], args[1] ?? {})])[0];
    },
    fetchAll(...args: [(string | { [name: string]: unknown })[]]) {
      kit.allow('UrlFetchApp.fetchAll', 'fetch');
      kit.check('UrlFetchApp.fetchAll', [Array.isArray(args[0]), ...args.slice(1)], ['boolean']);
      const asked = args[0].map((one) => {
        if (typeof one === 'string') return read(one, {});
        const { url, ...options } = isObject(one) ? one : { url: undefined };
        if (typeof url !== 'string') throw kit.exception('Attribute provided with no value: url');
        return read(url, options);
      });
      return send(asked);
    },
  });
}
