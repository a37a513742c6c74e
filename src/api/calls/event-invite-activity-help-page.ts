import { eventInviteActivityHelpPage } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { helpEvent } from './help-event.ts';

/** The event alone decides; a book_id that is not its book's is for the caller to mend. */
export const eventInviteActivityHelpPageHandler = handle(eventInviteActivityHelpPage, ({ active_id }, context) => ({
  event: helpEvent(context, active_id),
}));
