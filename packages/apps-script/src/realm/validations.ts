import type { Validation } from '../protocol/document.ts';
import type { ServiceRuntime, SheetClasses } from './service-runtime.ts';

/** DataValidation and its builder (reference/spreadsheet/data-validation-builder): lists, given or in a range. */
export function defineValidations(runtime: ServiceRuntime, sheets: SheetClasses): void {
  const rules = new WeakMap<object, Validation>();
  sheets.validationOf = (method, value) => sheets.find(rules, 'DataValidation', method, value);
  sheets.validation = (facts) => {
    const self = Object.freeze({
      getCriteriaType: () => facts.criteria,
      getCriteriaValues: () => [
        facts.criteria === 'VALUE_IN_LIST'
          ? [...facts.values]
          : sheets.range(runtime.call('sheet.area', String(facts.values[0]), null)),
        facts.showDropdown,
      ],
      getAllowInvalid: () => facts.allowInvalid,
      getHelpText: () => facts.helpText,
      copy: () => builder({ ...facts }),
    });
    rules.set(self, facts);
    return self;
  };
  const builder = (facts: Validation | null): object => {
    let rule: Validation = facts ?? {
      criteria: 'VALUE_IN_LIST',
      values: [],
      showDropdown: true,
      allowInvalid: true,
      helpText: null,
    };
    let chosen = facts !== null;
    const choose = (criteria: Validation['criteria'], values: string[], showDropdown = true): object => {
      rule = { ...rule, criteria, values, showDropdown };
      chosen = true;
      return self;
    };
    const name = (method: string): string => `DataValidationBuilder.${method}`;
    const self: object = Object.freeze({
      requireValueInList(...args: [unknown[], boolean?]) {
        sheets.reads(
          name('requireValueInList'),
          [Array.isArray(args[0]), ...args.slice(1)],
          ['boolean'],
          ['boolean', 'boolean'],
        );
        const { validationList } = runtime.facts;
        if (args[0].length > validationList) {
          throw runtime.exception(
            `The data validation rule has more items than the limit of ${validationList}. Use the “List from a range” criteria instead.`,
          );
        }
        return choose('VALUE_IN_LIST', args[0].map(String), args[1]);
      },
      requireValueInRange(...args: [object, boolean?]) {
        sheets.reads(name('requireValueInRange'), args, ['object'], ['object', 'boolean']);
        const area = sheets.areaOf('SpreadsheetApp.DataValidationBuilder.requireValueInRange', args[0]);
        return choose('VALUE_IN_RANGE', [sheets.fullA1(area)], args[1]);
      },
      setAllowInvalid(...args: [boolean]) {
        sheets.reads(name('setAllowInvalid'), args, ['boolean']);
        rule = { ...rule, allowInvalid: args[0] };
        return self;
      },
      setHelpText(...args: [string]) {
        sheets.reads(name('setHelpText'), args, ['string']);
        rule = { ...rule, helpText: args[0] };
        return self;
      },
      build(...args: []) {
        sheets.reads(name('build'), args, []);
        if (!chosen)
          throw runtime.exception(
            'The data validation rule has no criteria: call requireValueInList or requireValueInRange.',
          );
        return sheets.validation(rule);
      },
    });
    return self;
  };
  sheets.newValidation = () => builder(null);
}
