import { bookBrief } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { bookBriefs } from '../store/reads/index.ts';

export const bookBriefHandler = handle(bookBrief, ({ ids }, { store }) => ({
  items: bookBriefs(store.catalogue, [...new Set(ids.split(',').map(Number))]),
}));
