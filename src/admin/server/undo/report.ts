import { orNotFound } from '../http/error.ts';
import { readReport, type Settling, settle, settlingOf } from '../resources/reports.ts';
import { checkUnchanged } from './check-unchanged.ts';
import type { Undo } from './types.ts';

/** Restores the state and note of a report. */
export const undoReport: Undo = async ({ record, before, after }, request) => {
  const current = orNotFound(await readReport(String(record), request), 'report');
  checkUnchanged(after ?? {}, current);
  await settle(current, { ...settlingOf(current), ...(before as Partial<Settling>) }, request);
  return { record };
};
