import { visitPageView } from '#src/contract/index.ts';
import { checkLimit } from '../http/error.ts';
import { handle } from '../http/handler.ts';

/**
 * Counts a page view and forwards it to the analytics provider. `counted` is false for an unknown measurement id, and
 * after the day's limit of paths.
 */
export const visitPageViewHandler = handle(visitPageView, async (view, context) => {
  const { views, limits, measurement, measurementIds, statistics, brand, address, lang } = context;
  const { measurement_id: measurementId, path, title, referrer, reads } = view;
  checkLimit(await limits.viewsByAddress.consume(address));
  if (!measurementIds.includes(measurementId)) return { counted: false };
  const counted = await views.add(brand, path, context.now());
  statistics?.pageView(context, { path, reads, referrer });
  measurement.forward({ measurementId, path, title, referrer, lang, address });
  return { counted };
});
