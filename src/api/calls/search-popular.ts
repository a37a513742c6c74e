import { searchPopular } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';

export const searchPopularHandler = handle(searchPopular, ({ limit }, { searches, section, now }) => ({
  items: searches.popular(section, limit, now()),
}));
