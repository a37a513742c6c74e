import { type ShareTarget, shareResolve } from '#src/contract/calls/share.ts';
import { loadFailure, type OnDemandView, type Site, temporaryRedirect } from '#src/shell/page/view.ts';

/** A shared short address. It redirects to the page of its book or help event. */
export const sharedLinkView: OnDemandView<never> = {
  kind: 'token',
  async load({ params }, _query, upstream, site) {
    const result = await upstream.call(shareResolve, { token: params['token'] ?? '' });
    const { target } = result.data;
    return target ? temporaryRedirect(addressOf(target, site)) : loadFailure(result);
  },
};

const addressOf = (target: ShareTarget, { paths }: Site) =>
  target.kind === 'book' ? paths.novel(target.book) : paths.help(target.book_id, target.id);
