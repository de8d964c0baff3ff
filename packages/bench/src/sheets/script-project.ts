import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A script that gives a sheet a function for citations, as a folder that clasp could push. */
export interface ScriptProject {
  readonly who: string;
  readonly setting: string;
  readonly files: readonly string[];
  /** The folder, and how to be rid of it. */
  open(service: { readonly baseUrl: string; readonly key: string }): Promise<OpenProject>;
}

export interface OpenProject {
  readonly folder: string;
  /** Whether the key is told to the sidebar. */
  readonly connects: boolean;
  close(): Promise<void>;
}

/** What clasp would push of the add-on. */
export const addonFolder = join(
  dirname(fileURLToPath(import.meta.resolve('@answershare/sheets-addon/package.json'))),
  'dist',
);

const ours: ScriptProject = {
  who: 'answershare',
  setting: 'the add-on',
  files: ['Code.js', 'Service.js'],
  open: async () => ({ folder: addonFolder, connects: true, close: async () => undefined }),
};

const manifest = JSON.stringify({
  timeZone: 'Etc/UTC',
  runtimeVersion: 'V8',
  oauthScopes: ['https://www.googleapis.com/auth/script.external_request'],
});

/** A hand-written script of one function; `text` is given the address and the key. */
function written(
  who: string,
  setting: string,
  text: (baseUrl: string, key: string) => string,
): ScriptProject {
  return {
    who,
    setting,
    files: ['Code.js'],
    async open({ baseUrl, key }) {
      const folder = await mkdtemp(join(tmpdir(), 'answershare-bench-'));
      await writeFile(join(folder, 'appsscript.json'), manifest);
      await writeFile(join(folder, 'Code.js'), text(baseUrl, key));
      return { folder, connects: false, close: () => rm(folder, { recursive: true }) };
    },
  };
}

const requestOf = (baseUrl: string, key: string): string => `
  var url = ${JSON.stringify(`${baseUrl}/api/v1/citations?websiteId=`)} + encodeURIComponent(website);
  var options = { headers: { Authorization: ${JSON.stringify(`Bearer ${key}`)} } };`;

/** Fetches and parses in every cell, as ImportJSON does (bradjasper/ImportJSON). */
const inEveryCell = written(
  'fetch in each cell',
  "ImportJSON's way",
  (baseUrl, key) => `function CITATIONS(website) {${requestOf(baseUrl, key)}
  return JSON.parse(UrlFetchApp.fetch(url, options).getContentText()).total;
}
`,
);

/** The usual remedy: the body in the cache, by its address. */
const cached = written(
  'cached fetch',
  'get, else fetch and put',
  (baseUrl, key) => `function CITATIONS(website) {${requestOf(baseUrl, key)}
  var cache = CacheService.getDocumentCache();
  var text = cache.get(url);
  if (text === null) {
    text = UrlFetchApp.fetch(url, options).getContentText();
    cache.put(url, text, 21600);
  }
  return JSON.parse(text).total;
}
`,
);

export const scriptProjects: readonly ScriptProject[] = [ours, cached, inEveryCell];
