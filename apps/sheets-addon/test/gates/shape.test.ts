import vm from 'node:vm';
import { type Comment, type FunctionDeclaration, type Program, parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/index.ts';
import { readPushedFile } from '../support/pushed-files.ts';
import { builtInSheetsFunctions } from '../support/sheets-functions.ts';

interface Declared {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The comment directly above the declaration. */
  readonly comment: string;
}

function declarations(code: string): Declared[] {
  const comments: Comment[] = [];
  const program: Program = parse(code, { ecmaVersion: 2019, sourceType: 'script', onComment: comments });
  return program.body
    .filter((node): node is FunctionDeclaration => node.type === 'FunctionDeclaration')
    .map((node) => ({
      name: node.id.name,
      parameters: node.params.map((parameter) => (parameter.type === 'Identifier' ? parameter.name : '?')),
      comment:
        comments.find(({ end }) => end <= node.start && code.slice(end, node.start).trim() === '')?.value ??
        '',
    }));
}

/** Why a script is no set of custom functions; empty if it is one. */
function complaints(code: string): string[] {
  const declared = declarations(code);
  return catalogue.flatMap(({ name, parameters }) => {
    const own = declared.filter((one) => one.name === name);
    const [one] = own;
    if (!one || own.length !== 1) return [`${name} is declared ${own.length} times`];
    const names = parameters.map((parameter) => parameter.name);
    return [
      ...(one.comment.includes('@customfunction') ? [] : [`${name} has no @customfunction above it`]),
      ...(one.parameters.join() === names.join() ? [] : [`${name} takes ${one.parameters.join()}`]),
      ...names.filter((wanted) => !one.comment.includes(`@param {any} ${wanted} `)),
    ];
  });
}

test('every function of the catalogue is a documented top-level declaration', () => {
  expect(complaints(readPushedFile('Code.js'))).toEqual([]);
});

test.each([
  ['without its tag', / \* @customfunction\n/, '', 'WEBSITES has no @customfunction above it'],
  ['as a value', /function CITATIONS\(/, 'var CITATIONS = function (', 'CITATIONS is declared 0 times'],
])('a planted function %s is found', (_, from, to, complaint) => {
  expect(complaints(readPushedFile('Code.js').replace(from, to))).toContain(complaint);
});

test('only functions that Google and the sidebar call are global', () => {
  const others = declarations(readPushedFile('Code.js') + readPushedFile('Service.js')).filter(
    ({ comment }) => !comment.includes('@customfunction'),
  );
  expect(others.map(({ name }) => name)).toEqual([
    ...catalogue.map(({ name }) => `AS_${name}`),
    'answershareService_',
    'answershareService_load_',
    'onOpen',
    'onInstall',
    'openSidebar',
    'openReports',
    'openRefresh',
    'freezeTab',
    'act',
    'connect',
    'disconnect',
    'connectionStatus',
    'onSchedule',
  ]);
});

test('no function has the name of a Sheets function', () => {
  expect(catalogue.filter(({ name }) => builtInSheetsFunctions.includes(name))).toEqual([]);
  expect(catalogue.filter(({ name }) => !/^[A-Z][A-Z_]*[A-Z]$/.test(name))).toEqual([]);
});

describe('loading', () => {
  /** Loads a script into a bare context that reports each use of a service. */
  function touchedAtLoad(code: string): string[] {
    const touched: string[] = [];
    const services =
      'UrlFetchApp CacheService LockService PropertiesService SpreadsheetApp HtmlService Utilities Session Logger';
    const context: object = Object.create(null);
    for (const name of services.split(' ')) {
      Object.defineProperty(context, name, {
        get: () => {
          touched.push(name);
          return {};
        },
      });
    }
    vm.createContext(context, { codeGeneration: { strings: false, wasm: false } });
    vm.runInContext(code, context);
    return touched;
  }

  test.each(['Code.js', 'Service.js'] as const)(
    '%s calls no service on loading: global statements run in every mode',
    (file) => {
      expect(touchedAtLoad(readPushedFile(file))).toEqual([]);
    },
  );

  test('a planted call is found', () => {
    expect(touchedAtLoad(`${readPushedFile('Code.js')}\nvar planted = CacheService;`)).toEqual([
      'CacheService',
    ]);
  });
});
