import { isSecureAddress, parseBaseUrl } from '@answershare/core';
import { Refusal } from '../cells/refusal.ts';

/** The address that the build was made for; empty where it was made without one. */
declare const BUILT_SERVICE_URL: string;

/** Set by the engineer who deploys the script, in its project settings. No function of the add-on writes it. */
const property = 'ANSWERSHARE_SERVICE_URL';

/**
 * The one address that keys are sent to: the build's, or where the build has none, the script property's. Script properties
 * belong to the script and not to the document (Google: guides/properties), so an editor of a sheet cannot change it.
 * @throws Refusal, ApiError
 */
export function serviceAddress(): string {
  const address = BUILT_SERVICE_URL || PropertiesService.getScriptProperties().getProperty(property) || '';
  if (address === '') {
    throw new Refusal(
      'no_service',
      'This add-on was built without a service address. Tell its administrator.',
    );
  }
  if (!isSecureAddress(address)) {
    throw new Refusal(
      'no_service',
      "This add-on's service address is not https, so no key is sent there. Tell its administrator.",
    );
  }
  return parseBaseUrl(address);
}
