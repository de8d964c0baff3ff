const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;

/** `appsscript.json`. Only a schedule needs the scope of triggers. The address list is there only where the address is https and known (Google: manifest, urlFetchWhitelist). */
export function manifest(serviceUrl: string, withSchedule = true): string {
  const fields = {
    timeZone: 'Etc/UTC',
    runtimeVersion: 'V8',
    exceptionLogging: 'STACKDRIVER',
    oauthScopes: [
      scope('spreadsheets.currentonly'),
      scope('script.container.ui'),
      scope('script.external_request'),
      ...(withSchedule ? [scope('script.scriptapp')] : []),
    ],
    ...(serviceUrl.startsWith('https://') ? { urlFetchWhitelist: [`${serviceUrl}/api/v1/`] } : {}),
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}
