import { seoBookTags } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { tagChanges } from '../store/reads/index.ts';
import { sinceOf } from './since.ts';

export const seoBookTagsHandler = handle(seoBookTags, ({ page, page_size, since }, { store, starts, section }) =>
  tagChanges(store.catalogue, starts, { section, page, page_size, since: sinceOf(store, since) }),
);
