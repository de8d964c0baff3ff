import type { Kit } from './kit.ts';

/** HtmlService without templates. Making output is allowed in cells, showing it is not. */
export function htmlService(kit: Kit): void {
  const output = (content: string): object => {
    let title = '';
    const self: object = Object.freeze({
      getContent: () => content,
      getTitle: () => title,
      setTitle(...args: [string]) {
        kit.check('HtmlService.HtmlOutput.setTitle', args, ['string']);
        title = args[0];
        return self;
      },
      setWidth(...args: [number]) {
        kit.check('HtmlService.HtmlOutput.setWidth', args, ['number']);
        return self;
      },
      setHeight(...args: [number]) {
        kit.check('HtmlService.HtmlOutput.setHeight', args, ['number']);
        return self;
      },
    });
    return self;
  };
  kit.service('HtmlService', {
    createHtmlOutputFromFile(...args: [string]) {
      kit.allow('HtmlService.createHtmlOutputFromFile', 'anonymous-service');
      kit.check('HtmlService.createHtmlOutputFromFile', args, ['string']);
      return output(kit.call('html.file', args[0]));
    },
    createHtmlOutput(...args: [string?]) {
      kit.allow('HtmlService.createHtmlOutput', 'anonymous-service');
      kit.check('HtmlService.createHtmlOutput', args, [], ['string']);
      return output(args[0] ?? '');
    },
  });
}
