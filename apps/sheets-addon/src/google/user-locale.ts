/**
 * The language of the person at the keyboard, such as `de`. Whether it may be read in every AuthMode and without a scope of
 * its own is not documented (guides/sheets/functions lists it for custom functions alone): where it may not, it is English.
 */
export function userLocale(): string {
  try {
    return Session.getActiveUserLocale();
  } catch (thrown) {
    console.info(`The user's locale could not be read: ${String(thrown)}`);
    return 'en';
  }
}
