import { translatorApply } from '#src/contract/index.ts';
import { ApiError, checkLimit } from '../http/error.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { offeredBooks } from '../store/reads/index.ts';
import { type ApplicationRow, addApplication, applicationOfKey } from '../store/visitors/applications.ts';

export const translatorApplyHandler = handle(translatorApply, async (application, context) => {
  const { store, limits, address, brand, section, now } = context;
  const device = deviceOf(context);
  const earlier = await applicationOfKey(store.visitors, brand, application.key);
  if (earlier) return answer(earlier);
  checkLimit(await limits.applicationsByAddress.consume(address));
  checkLimit(await limits.applicationsByDevice.consume(device));
  if ((await offeredBooks(store.catalogue, brand, application.books)).length < application.books.length)
    throw new ApiError('BAD_REQUEST', 'books: one of these stories does not exist');
  const added = await addApplication(store.visitors, { brand, section, now: now() }, application);
  if (!added) throw new ApiError('CONFLICT', 'An application with this email already exists.');
  return answer(added);
});

const answer = ({ id, created_at }: ApplicationRow) => ({ application: { id, created_at } });
