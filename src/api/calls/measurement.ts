import { visitPageView } from '#src/contract/index.ts';
import { checkLimit } from '../http/error.ts';
import { handle } from '../http/handler.ts';

/** Ignores measurement ids of other brands. `counted` refers to our own table; the provider receives every view. */
export const visitPageViewHandler = handle(visitPageView, async (view, context) => {
  const { views, limits, measurement, measurementIds, brand, address, lang } = context;
  const { measurement_id: measurementId, path, title, referrer } = view;
  checkLimit(await limits.viewsByAddress.consume(address));
  if (!measurementIds.includes(measurementId)) return { counted: false };
  const counted = await views.add(brand, path, context.now());
  measurement.forward({ measurementId, path, title, referrer, lang, address });
  return { counted };
});
