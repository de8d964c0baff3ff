export type PublishCommand = 'build' | 'check' | 'push' | 'deploy';

export interface PublishSettings {
  readonly command: PublishCommand;
  /** The text of `.clasp.json`; null without one. */
  readonly project: string | null;
  readonly loggedIn: boolean;
  /** The build's address; empty for none. */
  readonly serviceUrl: string;
}

/** The script id in a text, such as the address of the script's editor; null without one. */
export function findScriptId(text: string): string | null {
  return /(?:^|\/)([\w-]{40,})(?:\/|$)/.exec(text)?.[1] ?? null;
}

function checkProject(text: string | null): string[] {
  if (text === null) {
    return [
      'There is no .clasp.json: run "npm run addon:init", which asks for the script id of your project.',
    ];
  }
  let project: { readonly scriptId?: unknown; readonly rootDir?: unknown };
  try {
    project = Object(JSON.parse(text));
  } catch {
    return ['.clasp.json is no JSON: compare it with .clasp.json.example.'];
  }
  const complaints: string[] = [];
  if (typeof project.scriptId !== 'string' || findScriptId(project.scriptId) !== project.scriptId) {
    complaints.push(
      '.clasp.json has no script id: replace the text of the example by the 57 letters and digits that script.google.com shows under Project Settings.',
    );
  }
  if (project.rootDir !== 'dist')
    complaints.push('.clasp.json must have "rootDir": "dist", so that only built files are pushed.');
  return complaints;
}

/** All obstacles of a command, each with its remedy; empty for none. */
export function listObstacles({
  command,
  project,
  loggedIn,
  serviceUrl,
}: PublishSettings): readonly string[] {
  if (command === 'build' || command === 'check') return [];
  const found = checkProject(project);
  if (!loggedIn) {
    found.push(
      'clasp is not logged in: run "npm run addon:login", and switch the Apps Script API on at script.google.com/home/usersettings.',
    );
  }
  if (command === 'deploy' && !serviceUrl.startsWith('https://')) {
    found.push(
      'A version for others needs an https service address in the build, because its manifest must list what it may fetch: put {"serviceUrl": "https://…"} into service.json or set ANSWERSHARE_SERVICE_URL.',
    );
  }
  return found;
}
