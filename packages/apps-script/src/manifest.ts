import { ScriptError } from './script-error.ts';
import { complaintAbout } from './url-allowlist.ts';

/** The fields of appsscript.json that this runtime acts on. */
export interface Manifest {
  timeZone: string;
  /** null when the manifest has no urlFetchWhitelist: then every address may be fetched. */
  urlFetchWhitelist: readonly string[] | null;
  /** null when the manifest has no oauthScopes: then Google finds out what the code needs. */
  oauthScopes: readonly string[] | null;
}

/** Throws a ScriptError of kind `load` that names the field and what it must be. */
export function readManifest(json: string): Manifest {
  const fields = parse(json);
  const timeZone = fields.timeZone;
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone)) {
    throw refused('timeZone must be a zone name such as "Europe/Zurich".');
  }
  if (fields.runtimeVersion !== 'V8') throw refused('runtimeVersion must be "V8".');
  return { timeZone, urlFetchWhitelist: readWhitelist(fields), oauthScopes: readScopes(fields) };
}

function readScopes({ oauthScopes }: { [field: string]: unknown }): readonly string[] | null {
  if (oauthScopes === undefined) return null;
  if (!Array.isArray(oauthScopes) || !oauthScopes.every((scope) => /^https:\/\//.test(String(scope)))) {
    throw refused('oauthScopes must be a list of addresses such as "https://www.googleapis.com/auth/…".');
  }
  return oauthScopes;
}

function readWhitelist(fields: { [field: string]: unknown }): readonly string[] | null {
  const list = fields.urlFetchWhitelist;
  if (list === undefined) return null;
  if (!Array.isArray(list) || !list.every((prefix) => typeof prefix === 'string')) {
    throw refused('urlFetchWhitelist must be a list of address prefixes.');
  }
  for (const prefix of list) {
    const complaint = complaintAbout(prefix);
    if (complaint !== null) throw refused(`in urlFetchWhitelist, ${complaint}.`);
  }
  return list;
}

function parse(json: string): { [field: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw refused(`it is not JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refused('it must hold one JSON object.');
  }
  return { ...value };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function refused(complaint: string): ScriptError {
  return new ScriptError({ kind: 'load', message: `appsscript.json cannot be used: ${complaint}` });
}
