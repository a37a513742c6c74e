import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { MAX_REPORTED_READS, PAGE_VIEW } from '../endpoints/page-view.ts';

const Path = v.pipe(v.string(), v.maxLength(1000), v.regex(/^\/[^?#\s]*$/));

export const visitPageView = defineCall(PAGE_VIEW.name, {
  method: PAGE_VIEW.method,
  purpose: 'Counts a page view and forwards it to the measurement provider, without identifying the visitor.',
  fallback: 'page views are not counted',
  pages: 'every page',
  onFailure: 'log',
  params: v.object({
    /** One of the brand's measurement ids (docs/use/brands.md). */
    measurement_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{4,40}$/)),
    /** Path of the page, without the query. */
    path: Path,
    title: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
    /** Origin of the page that linked here; empty if unknown. */
    referrer: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
    /** Paths of chapters that were read to the end since the last page view (docs/operate/analytics.md). */
    reads: v.optional(v.pipe(v.array(Path), v.maxLength(MAX_REPORTED_READS)), []),
  }),
  data: v.object({ counted: v.boolean() }),
  empty: { counted: false },
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});
