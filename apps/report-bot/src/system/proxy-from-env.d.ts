declare module 'proxy-from-env' {
  /** The proxy of the environment for an address; empty for none. */
  export function getProxyForUrl(url: string | URL): string;
}
