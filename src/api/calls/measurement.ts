import { visitPageView } from '#src/contract/index.ts';
import { checkLimit } from '../http/error.ts';
import { handle } from '../http/handler.ts';

/** An id of another brand, or of nobody, is counted nowhere. `counted` is of our own table: the provider is told anyway. */
export const visitPageViewHandler = handle(visitPageView, async (view, context) => {
  const { views, limits, measurement, measurementIds, brand, address, lang } = context;
  const { measurement_id: measurementId, path, title, referrer } = view;
  checkLimit(await limits.viewsByAddress.consume(address));
  if (!measurementIds.includes(measurementId)) return { counted: false };
  const counted = views.add(brand, path, context.now());
  measurement.tell({ measurementId, path, title, referrer, lang, address });
  return { counted };
});
