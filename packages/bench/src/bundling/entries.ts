/** What a program imports of each library to make one GET request. `node`: written for Node alone. */
export interface BundleEntry {
  readonly who: string;
  readonly source: string;
  readonly platform: 'browser' | 'node';
}

export const ourEntry: BundleEntry = {
  who: 'answershare',
  source: `export { syncClient } from '@answershare/core';`,
  platform: 'browser',
};

export const bundleEntries: readonly BundleEntry[] = [
  ourEntry,
  { who: 'ky', source: `export { default } from 'ky';`, platform: 'browser' },
  { who: 'ofetch', source: `export { ofetch } from 'ofetch';`, platform: 'browser' },
  {
    who: 'ofetch, lru-cache, p-throttle',
    source: `export { createFetch } from 'ofetch';
      export { LRUCache } from 'lru-cache';
      export { default } from 'p-throttle';`,
    platform: 'browser',
  },
  { who: 'got', source: `export { default } from 'got';`, platform: 'node' },
  { who: 'undici', source: `export { Agent, interceptors, request } from 'undici';`, platform: 'node' },
  { who: 'openai core', source: `export { OpenAI } from 'openai';`, platform: 'browser' },
  {
    who: 'octokit',
    source: `export { Octokit } from '@octokit/core';
      export { retry } from '@octokit/plugin-retry';
      export { throttling } from '@octokit/plugin-throttling';`,
    platform: 'browser',
  },
  { who: 'gaxios', source: `export { Gaxios } from 'gaxios';`, platform: 'node' },
];
