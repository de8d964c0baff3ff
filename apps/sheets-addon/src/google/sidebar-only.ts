/**
 * Refuses a call that comes from a cell. Every top-level function can be called from one, and a cell has no access to the
 * user interface (Google: guides/authorization), which the sidebar has.
 */
export function refuseInCell(): void {
  try {
    SpreadsheetApp.getUi();
  } catch {
    throw new Error(
      '[not_in_cells] This works from the sidebar only. If a key stands in this formula, delete it and create a new key.',
    );
  }
}
