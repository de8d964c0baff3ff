import { answershare } from './answershare.ts';
import { assembled } from './assembled.ts';
import type { Library } from './contender.ts';
import { gaxios } from './gaxios.ts';
import { got } from './got.ts';
import { ky } from './ky.ts';
import { octokit } from './octokit.ts';
import { ofetch } from './ofetch.ts';
import { openai } from './openai.ts';
import { plainFetch } from './plain-fetch.ts';
import { undici } from './undici.ts';

export { answershare };

/** Everything that is compared, ours first. */
export const libraries: readonly Library[] = [
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
