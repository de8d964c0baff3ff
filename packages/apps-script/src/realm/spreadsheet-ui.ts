import type { Menu, MenuItem } from '../host-calls.ts';
import type { Kit } from './kit.ts';

/** SpreadsheetApp.getUi(): menus in every mode but cells, the rest only in FULL (workspace/add-ons/concepts/editor-auth-lifecycle). */
export function spreadsheetUi(kit: Kit): void {
  const drafts = new WeakMap<object, Menu>();
  const menu = (title: string, addon: boolean): object => {
    const items: MenuItem[] = [];
    const draft: Menu = { title, addon, items };
    const self: object = Object.freeze({
      addItem(...args: [string, string]) {
        kit.check('Ui.Menu.addItem', args, ['string', 'string']);
        items.push({ caption: args[0], functionName: args[1] });
        return self;
      },
      addSeparator(...args: []) {
        kit.check('Ui.Menu.addSeparator', args, []);
        items.push({ separator: true });
        return self;
      },
      addSubMenu(...args: [object]) {
        kit.check('Ui.Menu.addSubMenu', args, ['object']);
        const sub = drafts.get(args[0]);
        if (sub === undefined) throw kit.exception('Ui.Menu.addSubMenu: the argument is not a Menu.');
        items.push(sub);
        return self;
      },
      addToUi(...args: []) {
        kit.check('Ui.Menu.addToUi', args, []);
        kit.call('ui.menu', draft);
      },
    });
    drafts.set(self, draft);
    return self;
  };
  const buttons = 'CLOSE OK CANCEL YES NO'.split(' ');
  const buttonSets = 'OK OK_CANCEL YES_NO YES_NO_CANCEL'.split(' ');
  const enumeration = (names: string[]) =>
    Object.freeze(Object.fromEntries(names.map((name) => [name, name])));
  const ui = Object.freeze({
    Button: enumeration(buttons),
    ButtonSet: enumeration(buttonSets),
    createMenu(...args: [string]) {
      kit.check('Ui.createMenu', args, ['string']);
      return menu(args[0], false);
    },
    createAddonMenu(...args: []) {
      kit.check('Ui.createAddonMenu', args, []);
      return menu('Extensions', true);
    },
    showSidebar(...args: [{ getTitle(): string; getContent(): string }]) {
      kit.allow('Ui.showSidebar', 'screen');
      kit.check('Ui.showSidebar', args, ['object']);
      const [shown] = args;
      kit.check('Ui.showSidebar', [shown.getTitle?.(), shown.getContent?.()], ['string', 'string']);
      kit.call('ui.sidebar', shown.getTitle(), shown.getContent());
    },
    alert(...args: [string, string?, string?]) {
      kit.allow('Ui.alert', 'screen');
      kit.check('Ui.alert', args, ['string'], ['string', 'string'], ['string', 'string', 'string']);
      const [first, second] = args;
      const promptOnly = second === undefined || (args.length === 2 && buttonSets.includes(second));
      kit.call('ui.alert', promptOnly ? null : first, promptOnly ? first : second);
      return 'OK';
    },
  });
  kit.service('SpreadsheetApp', {
    ...kit.spreadsheetApp,
    getUi(...args: []) {
      kit.allow('SpreadsheetApp.getUi', 'menus');
      kit.check('SpreadsheetApp.getUi', args, []);
      return ui;
    },
  });
}
