import { eventHelpClick, eventInviteActivityHelpPage } from '#src/contract/calls/help-event.ts';
import { bookCard } from '#src/shell/page/book-card.ts';
import type { HelpModel } from '#src/shell/page/models.ts';
import { loadFailure, type OnDemandView, permanentRedirect } from '#src/shell/page/view.ts';

/** The page of a help event as an invited friend sees it. */
export const helpView: OnDemandView<HelpModel> = {
  kind: 'help',
  async load({ params }, _query, upstream, site) {
    const activeId = Number(params['activeId']);
    const result = await upstream.call(eventInviteActivityHelpPage, { active_id: activeId });
    const { event } = result.data;
    if (!event) return loadFailure(result);
    if (params['bookId'] !== String(event.book.id)) return permanentRedirect(site.paths.help(event.book.id, activeId));
    return {
      status: 'ok',
      model: { canHelp: !upstream.lacks(eventHelpClick), event, book: bookCard(event.book, site) },
    };
  },
};
