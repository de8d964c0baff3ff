/** The password of basic authentication (RFC 7617); null with another scheme. */
export function readBasicPassword(authorization: string | undefined): string | null {
  const [, credentials] = /^basic (.+)$/i.exec(authorization ?? '') ?? [];
  if (credentials === undefined) return null;
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}
