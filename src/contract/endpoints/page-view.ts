/** Endpoint of `visit.page_view` without its schemas: every page sends it and must not load valibot for it. */
export const PAGE_VIEW = { name: 'visit.page_view', method: 'POST', path: '/v1/visit.page_view' } as const;
