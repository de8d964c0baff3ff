import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A script with the custom function CITATIONS, as a folder that clasp can push. */
export interface ScriptProject {
  readonly who: string;
  readonly setting: string;
  readonly files: readonly string[];
  open(service: { readonly baseUrl: string; readonly key: string }): Promise<OpenProject>;
}

interface OpenProject {
  readonly folder: string;
  /** Whether the key is entered in the sidebar. */
  readonly connects: boolean;
  close(): Promise<void>;
}

/** The add-on as clasp pushes it, without a service address. */
export const addonFolder = join(
  dirname(fileURLToPath(import.meta.resolve('@answershare/sheets-addon/package.json'))),
  'dist-local',
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

function handwrittenScript(
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

const requestSource = (baseUrl: string, key: string): string => `
  var url = ${JSON.stringify(`${baseUrl}/api/v1/citations?websiteId=`)} + encodeURIComponent(website);
  var options = { headers: { Authorization: ${JSON.stringify(`Bearer ${key}`)} } };`;

/** Fetches and parses in every cell, as ImportJSON does (bradjasper/ImportJSON). */
const fetchInEachCell = handwrittenScript(
  'fetch in each cell',
  "ImportJSON's way",
  (baseUrl, key) => `function CITATIONS(website) {${requestSource(baseUrl, key)}
  return JSON.parse(UrlFetchApp.fetch(url, options).getContentText()).total;
}
`,
);

/** The usual remedy: caches the body by URL. */
const cachedFetch = handwrittenScript(
  'cached fetch',
  'get, else fetch and put',
  (baseUrl, key) => `function CITATIONS(website) {${requestSource(baseUrl, key)}
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

export const scriptProjects: readonly ScriptProject[] = [ours, cachedFetch, fetchInEachCell];

/** The same project in a folder of its own, which `change` may add to. */
export function copyProject(
  project: ScriptProject,
  change: (folder: string) => Promise<void>,
): ScriptProject {
  return {
    ...project,
    async open(service) {
      const opened = await project.open(service);
      const folder = await mkdtemp(join(tmpdir(), 'answershare-bench-'));
      await cp(opened.folder, folder, { recursive: true });
      await opened.close();
      await change(folder);
      return { ...opened, folder, close: () => rm(folder, { recursive: true }) };
    },
  };
}
