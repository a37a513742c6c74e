import { brandOfSettings, storedSettings } from '#src/api/store/reads/index.ts';
import { allFields } from '#src/api/store/writer/brand-settings.ts';
import { orNotFound } from '../http/error.ts';
import { saveSettings } from '../resources/brand-settings.ts';
import { checkUnchanged } from './check-unchanged.ts';
import type { Undo } from './types.ts';

/** Undoes a change of a brand's settings. The former values are checked like those of any other save. */
export const undoSettings: Undo = async ({ record, before, after }, request) => {
  const { catalogue } = request.admin.store;
  const brand = orNotFound(await brandOfSettings(catalogue, record), 'brand');
  const current = allFields((await storedSettings(catalogue, brand))?.fields ?? {});
  checkUnchanged(after ?? {}, current);
  await saveSettings(brand, { ...current, ...before }, request);
  return { record };
};
