import vm from 'node:vm';
import { granted, scopesFor } from '../auth-mode.ts';
import { absentServices } from '../realm/absent-services.ts';
import { blobs } from '../realm/blobs.ts';
import { builtIns } from '../realm/built-ins.ts';
import { cacheService } from '../realm/cache-service.ts';
import { clock } from '../realm/clock.ts';
import { formatDate } from '../realm/format-date.ts';
import { htmlService } from '../realm/html-service.ts';
import { invoker } from '../realm/invoker.ts';
import { localTime } from '../realm/local-time.ts';
import { lockService } from '../realm/lock-service.ts';
import { logging } from '../realm/logging.ts';
import { makeKit } from '../realm/make-kit.ts';
import { propertiesService } from '../realm/properties-service.ts';
import { scriptApp } from '../realm/script-app.ts';
import { session } from '../realm/session.ts';
import { charts } from '../realm/spreadsheet/charts.ts';
import { namedRanges } from '../realm/spreadsheet/named-ranges.ts';
import { protections } from '../realm/spreadsheet/protections.ts';
import { ranges } from '../realm/spreadsheet/ranges.ts';
import { rectangles } from '../realm/spreadsheet/rectangles.ts';
import { sheetObjects } from '../realm/spreadsheet/sheet-objects.ts';
import { sheetClass } from '../realm/spreadsheet/sheets.ts';
import { spreadsheetClass } from '../realm/spreadsheet/spreadsheet-class.ts';
import { validations } from '../realm/spreadsheet/validations.ts';
import { spreadsheetApp } from '../realm/spreadsheet-app.ts';
import { spreadsheetUi } from '../realm/spreadsheet-ui.ts';
import { stackTraces } from '../realm/stack-traces.ts';
import { timeTriggers } from '../realm/time-triggers.ts';
import { urlFetchApp } from '../realm/url-fetch-app.ts';
import { utilities } from '../realm/utilities.ts';
import { decodeValue, encodeValue } from '../values.ts';

/**
 * The script that runs first in every context. It is made of the source text of the functions under `realm/`, so that
 * every object a script can touch is born in the script's own realm. The order is: kit, blobs before the services
 * that return them, built-ins last but one because the services may use what scripts may not.
 */
const installers = [
  stackTraces,
  blobs,
  logging,
  session,
  formatDate,
  localTime,
  clock,
  utilities,
  urlFetchApp,
  cacheService,
  propertiesService,
  lockService,
  htmlService,
  spreadsheetApp,
  spreadsheetUi,
  timeTriggers,
  scriptApp,
  absentServices,
  builtIns,
];

/** The classes of a document, made when a script first opens it. */
const sheetClasses = [
  sheetObjects,
  rectangles,
  ranges,
  validations,
  charts,
  protections,
  namedRanges,
  sheetClass,
  spreadsheetClass,
];

const source = `(function (host, facts) {
'use strict';
const kit = (${makeKit})(host, facts, ${JSON.stringify(granted)}, ${JSON.stringify(scopesFor)});
let sheets = null;
kit.sheets = () => {
  if (sheets !== null) return sheets;
  sheets = {};
  for (const install of [${sheetClasses.join(',\n')}]) install(kit, sheets);
  return sheets;
};
for (const install of [${installers.join(',\n')}]) install(kit);
return (${invoker})(kit, ${encodeValue}, ${decodeValue});
})`;

export const prelude = new vm.Script(source, { filename: 'apps-script-prelude.js' });
