import { eventHelpClick, eventInviteActivityHelpPage } from '#src/contract/calls/help-event.ts';
import { bookCard } from './card.ts';
import type { HelpModel } from './models.ts';
import { moved, unanswered } from './upstream.ts';
import type { RequestView } from './view.ts';

/** A help event as the invited friend sees it. */
export const helpView: RequestView<HelpModel> = {
  kind: 'help',
  async load({ params }, _query, upstream, site) {
    const activeId = Number(params['activeId']);
    const result = await upstream.call(eventInviteActivityHelpPage, { active_id: activeId });
    const { event } = result.data;
    if (!event) return unanswered(result);
    if (params['bookId'] !== String(event.book.id)) return moved(site.paths.help(event.book.id, activeId));
    return {
      status: 'ok',
      model: { canHelp: !upstream.lacks(eventHelpClick), event, book: bookCard(event.book, site) },
    };
  },
};
