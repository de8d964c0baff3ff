import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

type Variables = Readonly<Record<string, string>>;

/** A stage whose files are below a folder of this machine instead of `/`. */
export interface Stage {
  readonly folder: string;
  readonly workdir: string;
  readonly environment: Variables;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly volumes: readonly string[];
  readonly stopSignal: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

/** The working folder of a stage on this machine. */
export const workdirOf = ({ folder, workdir }: Stage): string => join(folder, workdir);

/** The user of a stage as options of a new process. Only root can become another user. */
export const userOf = ({ user }: Stage): Partial<Stage['user']> => (process.getuid?.() === 0 ? user : {});

/** Keyword and text of each instruction, in order. */
function parseDockerfile(text: string): readonly (readonly [string, string])[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, keyword = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return [keyword.toUpperCase(), rest.trim()] as const;
    });
}

/** A base image: this Node.js alone. What else RUN needs comes from the machine. */
function startStage(folder: string, environment: Variables): Stage {
  const bin = join(folder, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(process.execPath, join(bin, 'node'));
  chmodSync(join(bin, 'node'), 0o755);
  const PATH = `${bin}:${environment.PATH}`;
  const stage = {
    folder,
    workdir: '/',
    environment: { ...environment, PATH },
    user: { uid: 0, gid: 0 },
    volumes: [],
  };
  return { ...stage, stopSignal: '', entrypoint: [], command: [] };
}

/**
 * Runs the steps of a Dockerfile as Docker would, each stage in a folder of its own below `into`, and gives the last stage.
 * `prepare` may add to the copied context what a step would download. @throws Error for an instruction, an option or a
 * path that it cannot run so
 */
export async function runDockerfile(
  file: string,
  {
    context,
    into,
    environment,
    prepare,
  }: {
    readonly context: string;
    readonly into: string;
    readonly environment: Variables;
    readonly prepare: (copied: string) => void;
  },
): Promise<Stage> {
  const stages = new Map<string, Stage>();
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .trim()
    .split('\n');
  let stage: Stage | undefined;
  for (const [keyword, text] of parseDockerfile(readFileSync(file, 'utf8'))) {
    const refuse = (): never => {
      throw new Error(`${keyword} ${text}: only Docker can run this`);
    };
    if (keyword === 'FROM') {
      const [, name = `stage-${stages.size}`] =
        /^node:24-slim@sha256:[0-9a-f]{64}(?: AS (\w+))?$/.exec(text) ?? refuse();
      stage = startStage(join(into, name), environment);
      stages.set(name, stage);
      continue;
    }
    if (stage === undefined) return refuse();
    const { folder, workdir }: Stage = stage;
    switch (keyword) {
      case 'WORKDIR':
        stage = { ...stage, workdir: resolve(workdir, text) };
        mkdirSync(workdirOf(stage), { recursive: true });
        break;
      case 'COPY': {
        const [, from, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(text) ?? refuse();
        const to = join(folder, resolve(workdir, target));
        const other = from === undefined ? undefined : (stages.get(from) ?? refuse());
        const root = other?.folder ?? context;
        const filter = (path: string): boolean =>
          other !== undefined || !ignored.some((pattern) => matchesGlob(relative(context, path), pattern));
        cpSync(join(root, source), to, { recursive: true, verbatimSymlinks: true, filter });
        if (other === undefined) prepare(to);
        break;
      }
      case 'RUN':
        if (/(^|[\s="'])\//.test(text)) refuse();
        await promisify(execFile)('sh', ['-c', text], {
          cwd: workdirOf(stage),
          env: { ...stage.environment },
          ...userOf(stage),
        });
        break;
      case 'ENV': {
        const [, name = '', value = ''] = /^(\w+)=(\S+)$/.exec(text) ?? refuse();
        const mapped = value.replace(/(^|:)\//g, `$1${folder}/`);
        const known = stage.environment;
        const expanded = mapped.replace(/\$(\w+)/g, (_, variable: string) => known[variable] ?? '');
        stage = { ...stage, environment: { ...known, [name]: expanded } };
        break;
      }
      case 'USER': {
        const [, uid, gid] = /^(\d+):(\d+)$/.exec(text) ?? refuse();
        stage = { ...stage, user: { uid: Number(uid), gid: Number(gid) } };
        break;
      }
      case 'VOLUME':
        stage = { ...stage, volumes: [...stage.volumes, text] };
        break;
      case 'HEALTHCHECK':
        break;
      case 'STOPSIGNAL':
        stage = { ...stage, stopSignal: text };
        break;
      case 'ENTRYPOINT':
        stage = { ...stage, entrypoint: JSON.parse(text) };
        break;
      case 'CMD':
        stage = { ...stage, command: JSON.parse(text) };
        break;
      default:
        refuse();
    }
  }
  if (stage === undefined) throw new Error(`${dirname(file)} has a Dockerfile without a stage`);
  return stage;
}
