import type { FetchedResponse, FetchRequest, FetchResult } from '../protocol/host-calls.ts';
import type { ServiceRuntime } from './service-runtime.ts';

/** UrlFetchApp (reference/url-fetch). */
export function installUrlFetchApp(runtime: ServiceRuntime): void {
  interface PreparedRequest {
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
        throw runtime.exception(`Attribute provided with no value: ${name}`);
      }
      const isWrong =
        (flags.includes(name) && typeof value !== 'boolean') ||
        (texts.includes(name) && typeof value !== 'string') ||
        (name === 'headers' && !isObject(value)) ||
        (name === 'timeoutSeconds' && !(typeof value === 'number' && value > 0));
      if (isWrong) throw runtime.exception(`Attribute provided with invalid value: ${name}`);
      if (![...flags, ...texts, ...others].includes(name)) {
        throw runtime.exception(`UrlFetchApp has no option named ${name}.`);
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
    const base64 = runtime.blobs.base64Of(payload);
    if (base64 !== null) return { base64 };
    if (Array.isArray(payload)) return { base64: runtime.call('bytes.pack', payload) };
    return { text: isObject(payload) ? form(payload) : String(payload) };
  };
  const read = (url: string, options: { [name: string]: unknown }): PreparedRequest => {
    checkOptions(options);
    const body = readBody(options.payload);
    const method = String(options.method === undefined ? (body === null ? 'get' : 'post') : options.method);
    if (!methods.includes(method.toLowerCase())) {
      throw runtime.exception('Attribute provided with invalid value: method');
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
        runtime.check('UrlFetchApp.HTTPResponse.getContentText', args, [], ['string']);
        return runtime.call('text.decode', raw.base64, args[0] ?? declared);
      },
      getContent: () => runtime.call('bytes.of', raw.base64),
      getBlob: () => runtime.blobs.make(raw.base64, contentType ?? null, null),
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
  const deliver = (result: FetchResult, prepared: PreparedRequest): object => {
    if ('failure' in result) throw runtime.exception(result.failure);
    const { response } = result;
    if (response.code < 400 || prepared.mute) return responseObject(response);
    const text = runtime.call('text.decode', response.base64, 'UTF-8');
    const shown =
      text.length > runtime.facts.errorBodyShown ? `${text.slice(0, runtime.facts.errorBodyShown)}...` : text;
    throw runtime.exception(
      `Request failed for ${host(prepared.request.url)} returned code ${response.code}. ` +
        `Truncated server response: ${shown} (use muteHttpExceptions option to examine full response)`,
    );
  };
  const send = (prepared: PreparedRequest[]): object[] => {
    const results = runtime.call(
      'fetch.send',
      prepared.map((one) => one.request),
    );
    return prepared.map((one, i) => deliver(results[i] ?? { failure: 'No response.' }, one));
  };

  runtime.service('UrlFetchApp', {
    fetch(...args: [string, { [name: string]: unknown }?]) {
      runtime.allow('UrlFetchApp.fetch', 'fetch');
      runtime.check('UrlFetchApp.fetch', args, ['string'], ['string', 'object']);
      return send([read(args[0], args[1] ?? {})])[0];
    },
    fetchAll(...args: [(string | { [name: string]: unknown })[]]) {
      runtime.allow('UrlFetchApp.fetchAll', 'fetch');
      runtime.check('UrlFetchApp.fetchAll', [Array.isArray(args[0]), ...args.slice(1)], ['boolean']);
      const prepared = args[0].map((one) => {
        if (typeof one === 'string') return read(one, {});
        const { url, ...options } = isObject(one) ? one : { url: undefined };
        if (typeof url !== 'string') throw runtime.exception('Attribute provided with no value: url');
        return read(url, options);
      });
      return send(prepared);
    },
  });
}
