import { found } from '../http/error.ts';
import { readReport, type Settling, settle, settlingOf } from '../resources/reports.ts';
import { checkAsLeft } from './as-left.ts';
import type { Undo } from './types.ts';

/** A report is settled or open again, with the note it had. */
export const undoReport: Undo = async ({ record, before, after }, request) => {
  const now = found(await readReport(String(record), request), 'report');
  checkAsLeft(after ?? {}, now);
  await settle(now, { ...settlingOf(now), ...(before as Partial<Settling>) }, request);
  return { record };
};
