/** Names of the events by which stores tell the window what src/deferred shows. */

/** How many calls are under way: `detail` is a number. */
export const WAITING = 'lectern:waiting';

/** Another page is shown without a load, such as a chapter that flows in. */
export const SHOWN = 'lectern:shown';
