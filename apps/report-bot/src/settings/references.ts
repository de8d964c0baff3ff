import { resolve } from 'node:path';
import { isLoopbackHost, isSecureAddress, parseKey } from '@answershare/core';
import { readSmallFile } from '../system/files.ts';
import type { Environment } from '../system/redactor.ts';
import { getAtPath, type PathIssue } from './issues.ts';
import type { KeyPath } from './source.ts';

/** The process environment plus a `.env` file. */
export interface Variables {
  readonly values: Environment;
  /** Names whose value comes from the file. */
  readonly fromFile: ReadonlySet<string>;
}

interface Resolved {
  readonly value: unknown;
  readonly issues: readonly PathIssue[];
  /** Dotted path to its reference, for messages that must not contain the value. */
  readonly written: ReadonlyMap<string, string>;
  /** Values of marked places, and their parts that grant access alone. */
  readonly secrets: readonly string[];
  /** All values that came by reference, and their words: no message about the settings shows one. */
  readonly referenced: readonly string[];
}

/** The source of values, and a sink for secrets. */
export interface ValueOrigins {
  /** Names of the variables that come from a `.env` file. */
  readonly fromFile: ReadonlySet<string>;
  /** Receives each secret before any message about the settings. */
  readonly hide: (secret: string) => void;
}

const referencePattern = /^\$\{(?:file:(.+)|([A-Za-z_][A-Za-z0-9_]*))\}$/;

/** Marks a value in the schema that must be a reference, with its usual variable. No message holds such a value. */
export const secretMark = (variable: string) => ({ secret: variable });

/** True for a text with a key of the service in it. */
export const holdsKey = (text: string): boolean => /\brs[c]?_(live|test)_/.test(text);

/** Paths whose texts are literal: a name in a body may look like anything. */
const literalPath = /^(service|services\.[^.]+)\.recipes\./;

/**
 * Resolves `${NAME}` and `${file:/path}`. A literal secret and a missing variable are errors.
 * @param findVariable the usual variable of a secret by its path; undefined for any other value
 */
export function resolveReferences(
  tree: unknown,
  environment: Environment,
  folder: string,
  findVariable: (path: KeyPath) => string | undefined,
): Resolved {
  const issues: PathIssue[] = [];
  const secrets: string[] = [];
  const referenced: string[] = [];
  const written = new Map<string, string>();
  const addIssue = (path: KeyPath, message: string): undefined => {
    issues.push({ path, message });
    return undefined;
  };
  const text = (value: string, path: KeyPath): string | undefined => {
    const dotted = path.join('.');
    if (literalPath.test(dotted)) return value;
    const found = referencePattern.exec(value);
    const usual = findVariable(path);
    if (found === null) {
      if (usual !== undefined) secrets.push(value);
      if (usual !== undefined || holdsKey(value)) {
        const name = usual ?? 'ANSWERSHARE_API_KEY';
        return addIssue(
          path,
          `holds a secret in the file; write \${${name}} here and set the variable ${name}`,
        );
      }
      if (value.includes('${'))
        return addIssue(path, 'mixes text and a reference; a reference must be the whole value');
      return value;
    }
    written.set(dotted, value);
    const keep = (held: string): string => {
      referenced.push(held, ...held.split(/\s+/).filter((word) => word.length >= minWordLength));
      if (usual !== undefined) secrets.push(held, ...listTokens(held));
      return held;
    };
    const [, file, name = ''] = found;
    if (file !== undefined) {
      const read = readSmallFile(resolve(folder, file));
      if ('text' in read) return keep(read.text.trim());
      return addIssue(
        path,
        `names the file ${file}, which ${read.why}; name a regular file of at most 64 KB that holds the value alone`,
      );
    }
    const held = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (held === undefined || held === '')
      return addIssue(
        path,
        `needs the environment variable ${name}, which is not set; set it, for example in .env`,
      );
    return keep(held);
  };
  const walk = (value: unknown, path: KeyPath): unknown => {
    if (typeof value === 'string') return text(value, path);
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key])]),
      );
    }
    return value;
  };
  return { value: walk(tree, []), issues, written, secrets, referenced };
}

/** Shorter words of a value, and shorter user names, are common. */
const minWordLength = 8;

/**
 * The secrets of the settings. The SMTP user is one if it is a reference and occurs nowhere else: mails show
 * sender and recipients.
 */
export function findSecrets({ value, written, secrets }: Resolved): readonly string[] {
  const user = getAtPath(value, ['smtp', 'user']);
  if (written.has('smtp.user') && typeof user === 'string' && user.length >= minWordLength) {
    const uses = JSON.stringify(value).split(JSON.stringify(user).slice(1, -1)).length - 1;
    if (uses === 1) return [...secrets, user];
  }
  return secrets;
}

/** Shorter parts of an address, and those without a digit, are words. */
const minTokenLength = 16;

/** The parts of an address or a secret that grant access alone: a server may echo them. */
function listTokens(secret: string): string[] {
  const url = URL.parse(secret);
  if (url === null) return [secret.replace(/^whsec_/, '')];
  if (!/^https?:$/.test(url.protocol)) return [];
  const { pathname, search, searchParams } = url;
  return [
    pathname + search,
    ...[...pathname.split('/'), ...searchParams.values()].filter((part) => /\d/.test(part)),
  ].filter((part) => part.length >= minTokenLength);
}

/** The place of each service in settings that may have faults. */
export function listServicePaths(settings: unknown): readonly KeyPath[] {
  const { service, services } = Object(settings) as Readonly<Record<string, unknown>>;
  return [
    ...(service === undefined ? [] : [['service']]),
    ...Object.keys(Object(services)).map((name) => ['services', name]),
  ];
}

/** The settings that decide where a secret goes, not validated yet. */
interface Connections {
  readonly smtp?: Partial<
    Record<'host' | 'port' | 'secure' | 'password' | 'oauth2' | 'requireTls', unknown>
  > | null;
}

/** Places where others could read the key or the password in transit. */
export function findExposedSecrets(settings: unknown): PathIssue[] {
  const { smtp } = (settings ?? {}) as Connections;
  const found: PathIssue[] = [];
  for (const path of listServicePaths(settings)) {
    const { url, insecure } = Object(getAtPath(settings, path)) as Readonly<Record<string, unknown>>;
    if (typeof url === 'string' && /^http:/i.test(url) && !isSecureAddress(url) && insecure !== true)
      found.push({
        path: [...path, 'url'],
        message:
          'is http to another machine, so others could read the key on the way; write https, or add insecure: true for a network that you trust.',
      });
  }
  const remote = typeof smtp?.host === 'string' && !isLoopbackHost(smtp.host);
  const atOnce = smtp?.secure === true || ((smtp?.secure ?? 'auto') === 'auto' && smtp?.port === 465);
  if (remote && !atOnce && smtp?.requireTls === false && (smtp.password ?? smtp.oauth2) !== undefined)
    found.push({
      path: ['smtp', 'requireTls'],
      message:
        'false would let others read the password on the way; remove it, or use a server that needs no password.',
    });
  return found;
}

const senderPairs = [
  ...['password', 'oauth2.clientSecret', 'oauth2.refreshToken'].map(
    (key) => ['smtp.host', `smtp.${key}`] as const,
  ),
  ['smtp.oauth2.tokenUrl', 'smtp.oauth2.clientSecret'],
  ['smtp.oauth2.tokenUrl', 'smtp.oauth2.refreshToken'],
  ['postmark.url', 'postmark.token'],
  ['resend.url', 'resend.key'],
  ['ses.url', 'ses.secretAccessKey'],
] as const;

/** An address and the secret that goes there. */
const addressSecretPairs = [
  ...senderPairs,
  ...senderPairs.map((pair) => pair.map((path) => `notify.${path}`) as [string, string]),
] as const;

/**
 * Finds an address from `.env` whose secret comes from elsewhere: a planted `.env` could send the secret to
 * another host.
 * @param written the reference of each dotted path
 * @param fromFile names of the variables of a `.env` file
 */
export function findMisdirectedSecrets(
  written: ReadonlyMap<string, string>,
  fromFile: ReadonlySet<string>,
): PathIssue[] {
  const isOfFile = (path: string): boolean => fromFile.has(written.get(path)?.slice(2, -1) ?? '');
  const services = [...written.keys()].flatMap((path) => {
    const [, place] = /^(service|services\.[^.]+)\.key$/.exec(path) ?? [];
    return place === undefined ? [] : [[`${place}.url`, path] as const];
  });
  return [...services, ...addressSecretPairs]
    .filter(([address, secret]) => isOfFile(address) && written.has(secret) && !isOfFile(secret))
    .map(([address, secret]) => ({
      path: address.split('.'),
      message: `comes from a .env file and ${secret} does not; write the address into this file, or put both into .env.`,
    }));
}

/** The fault of an API key, never showing it; null for a valid key (specification §5). */
export function describeKeyFault(key: string, where: string): string | null {
  const reading = parseKey(key);
  return reading.ok ? null : `${where}: ${reading.complaint}`;
}

/** Shows a value that came by reference as that reference. */
export function maskReferences(
  tree: unknown,
  written: ReadonlyMap<string, string>,
  path: KeyPath = [],
): unknown {
  const reference = written.get(path.join('.'));
  if (reference !== undefined) return tree === undefined ? undefined : reference;
  if (Array.isArray(tree)) return tree.map((item, index) => maskReferences(item, written, [...path, index]));
  if (typeof tree === 'object' && tree !== null) {
    return Object.fromEntries(
      Object.entries(tree).map(([key, item]) => [key, maskReferences(item, written, [...path, key])]),
    );
  }
  return tree;
}
