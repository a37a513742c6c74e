/** The call `visit.page_view` without its schemas, so that every page can make the call without loading valibot. */
export const PAGE_VIEW = { name: 'visit.page_view', method: 'POST', path: '/v1/visit.page_view' } as const;

/** Maximum number of read chapters in one message. */
export const MAX_REPORTED_READS = 20;
