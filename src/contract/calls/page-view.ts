/** Address of `visit.page_view`, apart from its schemas: every page sends it, so it has to be small. */
export const PAGE_VIEW = { name: 'visit.page_view', method: 'POST', path: '/v1/visit.page_view' } as const;
