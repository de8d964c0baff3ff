export interface SettingsValues {
  readonly url: string;
  readonly smtpPort: number;
  readonly recipients?: readonly string[];
  readonly websites?: readonly string[];
  readonly form?: string;
  readonly cron?: string;
}

/** A settings file for a sandbox and a post office. */
export function formatSettings(wanted: SettingsValues): string {
  const recipients = wanted.recipients ?? ['ann@example.com', 'bob@example.com', 'cyd@example.com'];
  return [
    'service:',
    `  url: ${wanted.url}`,
    '  key: $' + '{ANSWERSHARE_API_KEY}',
    `  form: ${wanted.form ?? 'auto'}`,
    'smtp:',
    '  host: 127.0.0.1',
    `  port: ${wanted.smtpPort}`,
    '  user: bot',
    '  password: $' + '{SMTP_PASSWORD}',
    '  from: "Answershare <digest@example.com>"',
    'schedules:',
    '  - id: weekly',
    `    cron: "${wanted.cron ?? '0 9 * * 1'}"`,
    '    timezone: Europe/Berlin',
    `    websites: ${wanted.websites === undefined ? 'all' : JSON.stringify(wanted.websites)}`,
    '    recipients:',
    ...recipients.map((to) => `      - ${to}`),
    '',
  ].join('\n');
}

/** Both Forms of the service. */
