import { visitPageView } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { addPageView } from '../store/visitors/views.ts';
import { waitIf } from './sign-in.ts';

/** An id of another brand, or of nobody, is counted nowhere. */
export const visitPageViewHandler = handle(visitPageView, (view, context) => {
  const { store, limits, measurement, measurementIds, brand, address, lang } = context;
  const { measurement_id: measurementId, path, title, referrer } = view;
  waitIf(limits.viewsByAddress.take(address));
  if (!measurementIds.includes(measurementId)) return { counted: false };
  const counted = addPageView(store.visitors, brand, path, context.now());
  if (counted) measurement.tell({ measurementId, path, title, referrer, lang, address });
  return { counted };
});
