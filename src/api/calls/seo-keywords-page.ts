import { seoKeywordsPage } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { keywordChanges } from '../store/reads/index.ts';
import { sinceOf } from './since.ts';

export const seoKeywordsPageHandler = handle(
  seoKeywordsPage,
  ({ page, page_size, since }, { store, starts, section }) =>
    keywordChanges(store.catalogue, starts, { section, page, page_size, since: sinceOf(store, since) }),
);
