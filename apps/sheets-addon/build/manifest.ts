/** `appsscript.json`. The address list is there only where the address is https and known (Google: manifest, urlFetchWhitelist). */
export function manifest(serviceUrl: string): string {
  const fields = {
    timeZone: 'Etc/UTC',
    runtimeVersion: 'V8',
    exceptionLogging: 'STACKDRIVER',
    oauthScopes: [
      'https://www.googleapis.com/auth/spreadsheets.currentonly',
      'https://www.googleapis.com/auth/script.container.ui',
      'https://www.googleapis.com/auth/script.external_request',
    ],
    ...(serviceUrl.startsWith('https://') ? { urlFetchWhitelist: [`${serviceUrl}/api/v1/`] } : {}),
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}
