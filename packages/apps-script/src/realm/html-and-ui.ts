import type { Menu, MenuItem } from '../protocol/host-calls.ts';
import type { ServiceRuntime } from './service-runtime.ts';

/** HtmlService without templates. A cell may create output but not show it. */
export function installHtmlService(runtime: ServiceRuntime): void {
  const output = (content: string): object => {
    let title = '';
    const self: object = Object.freeze({
      getContent: () => content,
      getTitle: () => title,
      setTitle(...args: [string]) {
        runtime.check('HtmlService.HtmlOutput.setTitle', args, ['string']);
        title = args[0];
        return self;
      },
      setWidth(...args: [number]) {
        runtime.check('HtmlService.HtmlOutput.setWidth', args, ['number']);
        return self;
      },
      setHeight(...args: [number]) {
        runtime.check('HtmlService.HtmlOutput.setHeight', args, ['number']);
        return self;
      },
    });
    return self;
  };
  runtime.service('HtmlService', {
    createHtmlOutputFromFile(...args: [string]) {
      runtime.allow('HtmlService.createHtmlOutputFromFile', 'anonymous-service');
      runtime.check('HtmlService.createHtmlOutputFromFile', args, ['string']);
      return output(runtime.call('html.file', args[0]));
    },
    createHtmlOutput(...args: [string?]) {
      runtime.allow('HtmlService.createHtmlOutput', 'anonymous-service');
      runtime.check('HtmlService.createHtmlOutput', args, [], ['string']);
      return output(args[0] ?? '');
    },
  });
}

/**
 * SpreadsheetApp.getUi(): menus in every mode except cells, the rest in FULL (workspace/add-ons/concepts/editor-auth-
 * lifecycle).
 */
export function installSpreadsheetUi(runtime: ServiceRuntime): void {
  const drafts = new WeakMap<object, Menu>();
  const menu = (title: string, addon: boolean): object => {
    const items: MenuItem[] = [];
    const draft: Menu = { title, addon, items };
    const self: object = Object.freeze({
      addItem(...args: [string, string]) {
        runtime.check('Ui.Menu.addItem', args, ['string', 'string']);
        items.push({ caption: args[0], functionName: args[1] });
        return self;
      },
      addSeparator(...args: []) {
        runtime.check('Ui.Menu.addSeparator', args, []);
        items.push({ separator: true });
        return self;
      },
      addSubMenu(...args: [object]) {
        runtime.check('Ui.Menu.addSubMenu', args, ['object']);
        const sub = drafts.get(args[0]);
        if (sub === undefined) throw runtime.exception('Ui.Menu.addSubMenu: the argument is not a Menu.');
        items.push(sub);
        return self;
      },
      addToUi(...args: []) {
        runtime.check('Ui.Menu.addToUi', args, []);
        runtime.call('ui.menu', draft);
      },
    });
    drafts.set(self, draft);
    return self;
  };
  const buttons = 'CLOSE OK CANCEL YES NO'.split(' ');
  const buttonSets = 'OK OK_CANCEL YES_NO YES_NO_CANCEL'.split(' ');
  const ui = Object.freeze({
    Button: runtime.enumeration(buttons),
    ButtonSet: runtime.enumeration(buttonSets),
    createMenu(...args: [string]) {
      runtime.check('Ui.createMenu', args, ['string']);
      return menu(args[0], false);
    },
    createAddonMenu(...args: []) {
      runtime.check('Ui.createAddonMenu', args, []);
      return menu('Extensions', true);
    },
    showSidebar(...args: [{ getTitle(): string; getContent(): string }]) {
      runtime.allow('Ui.showSidebar', 'screen');
      runtime.check('Ui.showSidebar', args, ['object']);
      const [shown] = args;
      runtime.check('Ui.showSidebar', [shown.getTitle?.(), shown.getContent?.()], ['string', 'string']);
      runtime.call('ui.sidebar', shown.getTitle(), shown.getContent());
    },
    alert(...args: [string, string?, string?]) {
      runtime.allow('Ui.alert', 'screen');
      runtime.check('Ui.alert', args, ['string'], ['string', 'string'], ['string', 'string', 'string']);
      const [first, second] = args;
      const promptOnly = second === undefined || (args.length === 2 && buttonSets.includes(second));
      runtime.call('ui.alert', promptOnly ? null : first, promptOnly ? first : second);
      return 'OK';
    },
  });
  runtime.service('SpreadsheetApp', {
    ...runtime.spreadsheetApp,
    getUi(...args: []) {
      runtime.allow('SpreadsheetApp.getUi', 'menus');
      runtime.check('SpreadsheetApp.getUi', args, []);
      // reference/base/ui: only of an open editor. The message follows public logs.
      if (!runtime.facts.hasEditor)
        throw runtime.exception('Cannot call SpreadsheetApp.getUi() from this context.');
      return ui;
    },
  });
}
