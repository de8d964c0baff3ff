import vm from 'node:vm';
import { permissionsByMode, scopesByPermission } from '../protocol/authorization.ts';
import { decodeWireValue, encodeWireValue } from '../protocol/values.ts';
import { defineCharts } from '../realm/charts.ts';
import { createInvoker, createServiceRuntime } from '../realm/create-runtime.ts';
import { installFormatDate, installHostClock, installLocalTime } from '../realm/dates.ts';
import {
  installAbsentServices,
  installLogging,
  installStackTraces,
  removeNewerBuiltIns,
} from '../realm/globals.ts';
import { installHtmlService, installSpreadsheetUi } from '../realm/html-and-ui.ts';
import { defineNamedRanges, defineRanges } from '../realm/ranges.ts';
import {
  installMailApp,
  installScriptApp,
  installSession,
  installTimeTriggers,
} from '../realm/script-app.ts';
import { defineRectangles, defineSharedParts } from '../realm/sheet-classes.ts';
import { defineProtections, defineSheets } from '../realm/sheets.ts';
import { defineSpreadsheet, installSpreadsheetApp } from '../realm/spreadsheet-app.ts';
import {
  installCacheService,
  installLockService,
  installPropertiesService,
} from '../realm/storage-services.ts';
import { installUrlFetchApp } from '../realm/url-fetch-app.ts';
import { installBlobs, installUtilities } from '../realm/utilities.ts';
import { defineValidations } from '../realm/validations.ts';

/**
 * The first script of every context: the source text of the functions in `realm/`. So every object that a script can
 * touch belongs to its own realm. Blobs precede the services that return them. Built-ins are removed late, because
 * services use them.
 */
const serviceInstallers = [
  installStackTraces,
  installBlobs,
  installLogging,
  installSession,
  installFormatDate,
  installLocalTime,
  installHostClock,
  installUtilities,
  installUrlFetchApp,
  installCacheService,
  installPropertiesService,
  installLockService,
  installHtmlService,
  installSpreadsheetApp,
  installSpreadsheetUi,
  installTimeTriggers,
  installScriptApp,
  installMailApp,
  installAbsentServices,
  removeNewerBuiltIns,
];

/** The classes of a document, created when a script first opens it. */
const classInstallers = [
  defineSharedParts,
  defineRectangles,
  defineRanges,
  defineValidations,
  defineCharts,
  defineProtections,
  defineNamedRanges,
  defineSheets,
  defineSpreadsheet,
];

const preludeSource = `(function (host, facts) {
'use strict';
const runtime = (${createServiceRuntime})(host, facts, ${JSON.stringify(permissionsByMode)}, ${JSON.stringify(scopesByPermission)});
let sheets = null;
runtime.sheets = () => {
  if (sheets !== null) return sheets;
  sheets = {};
  for (const install of [${classInstallers.join(',\n')}]) install(runtime, sheets);
  return sheets;
};
for (const install of [${serviceInstallers.join(',\n')}]) install(runtime);
return (${createInvoker})(runtime, ${encodeWireValue}, ${decodeWireValue});
})`;

export const prelude = new vm.Script(preludeSource, { filename: 'apps-script-prelude.js' });
