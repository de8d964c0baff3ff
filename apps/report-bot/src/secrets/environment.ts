import type { Environment } from '../settings/references.ts';
import type { Redactor } from './redactor.ts';

const secretName = /KEY|PASS|SECRET|TOKEN|CREDENTIAL/i;

/** Shorter values of such variables are numbers, switches and words. */
const shortest = 8;

/** Hides what the environment holds of secrets, by the names of the variables and by passwords in addresses. */
export function hideEnvironment(redactor: Redactor, values: Environment): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value.length < shortest) continue;
    if (secretName.test(name)) redactor.hide(value);
    hidePassword(redactor, value);
  }
}

/** Hides the password of an address such as DATABASE_URL. */
export function hidePassword(redactor: Redactor, address: string): void {
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:([^\s/]+)@/i.exec(address)?.[1];
  if (written === undefined) return;
  redactor.hide(written);
  try {
    redactor.hide(decodeURIComponent(written));
  } catch (thrown) {
    if (!(thrown instanceof URIError)) throw thrown;
  }
}
