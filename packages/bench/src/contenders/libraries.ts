import { answershare } from './answershare.ts';
import type { ClientLibrary } from './contender.ts';
import { assembled, got, ky, ofetch, plainFetch, undici } from './http-clients.ts';
import { gaxios, octokit, openai } from './sdk-clients.ts';

export { answershare };

/** All compared clients, ours first. */
export const libraries: readonly ClientLibrary[] = [
  answershare,
  plainFetch,
  ky,
  ofetch,
  assembled,
  got,
  undici,
  openai,
  octokit,
  gaxios,
];
