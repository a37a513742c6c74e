/** The event by which stores tell the window how many calls are under way: `detail` is a number. */
export const WAITING = 'lectern:waiting';
