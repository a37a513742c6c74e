import { AdminError } from '../http/error.ts';
import type { AdminRequest } from '../http/route.ts';

/** @throws AdminError invalid for unknown brands */
export async function checkBrands({ admin }: AdminRequest, ids: readonly string[] | null | undefined): Promise<void> {
  if (!ids) return;
  const allIds = (await admin.brands()).map(({ id }) => id);
  const unknownIds = ids.filter((id) => !allIds.includes(id));
  if (unknownIds.length === 0) return;
  const message = `names unknown brands: ${unknownIds.join(', ')}`;
  throw new AdminError('invalid', `brands: ${message}`, { fields: { brands: message } });
}
