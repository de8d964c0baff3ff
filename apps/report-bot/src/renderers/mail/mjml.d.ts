/** mjml 5 has no types. */
declare module 'mjml' {
  export default function mjml2html(
    source: string,
    options: {
      readonly validationLevel: 'strict' | 'skip';
      readonly keepComments: boolean;
      readonly fonts: Readonly<Record<string, string>>;
    },
  ): Promise<{ readonly html: string; readonly errors: readonly { readonly formattedMessage: string }[] }>;
}
