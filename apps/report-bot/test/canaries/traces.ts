import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text in which a secret was found, and where. */
export interface Trace {
  readonly secret: string;
  readonly place: string;
}

/** Every reading of a text that a person with a secret in mind would try. Written without a look at the redactor. */
function readings(text: string): readonly string[] {
  const unescaped = text.replace(/\\+u([0-9a-fA-F]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const percent = unescaped.replace(/%(?:25)*([0-9a-fA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const references = percent.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const quoted = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const plain = [text, unescaped, percent, references, quoted];
  const runs = [...new Set(plain)].flatMap((one) => one.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []);
  // A run may begin in the middle of a group of four.
  const decoded = runs.flatMap((run) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')),
  );
  const hex = (text.match(/(?:[0-9a-f]{2}){8,}/gi) ?? []).map((run) => Buffer.from(run, 'hex').toString());
  return [...plain, plain.map((one) => one.replaceAll('\\', '')).join('\n'), ...decoded, ...hex];
}

/** The secrets that stand in a text, in any reading of it. */
export function findTraces(place: string, text: string, secrets: readonly string[]): Trace[] {
  const all = readings(text).join('\n').toLowerCase();
  return secrets
    .filter((secret) => all.includes(secret.toLowerCase()))
    .map((secret) => ({ secret, place: `${place}: ${text.slice(0, 300)}` }));
}

/** The secrets in the names and bytes of all files below a folder. */
export function findTracesInFiles(folder: string, secrets: readonly string[]): Trace[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name);
    const bytes = lstatSync(path).isFile() ? readFileSync(path).toString('latin1') : '';
    const found = secrets.filter((secret) => bytes.includes(secret));
    return [
      ...findTraces('name of a file', name, secrets),
      ...(bytes.length < 200_000 && !bytes.includes('\0') ? findTraces(name, bytes, secrets) : []),
      ...found.map((secret) => ({ secret, place: `bytes of ${name}` })),
    ];
  });
}
