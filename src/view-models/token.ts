import { type ShareTarget, shareResolve } from '#src/contract/calls/share.ts';
import { unanswered } from './upstream.ts';
import type { RequestView, Site } from './view.ts';

/** A shared link: it has no page of its own and leads to the book's or the help event's. */
export const tokenView: RequestView<never> = {
  kind: 'token',
  async load({ params }, _query, upstream, site) {
    const result = await upstream.call(shareResolve, { token: params['token'] ?? '' });
    const { target } = result.data;
    return target ? { status: 'moved', to: addressOf(target, site), permanent: false } : unanswered(result);
  },
};

const addressOf = (target: ShareTarget, { paths }: Site) =>
  target.kind === 'book' ? paths.novel(target.book) : paths.help(target.book_id, target.id);
