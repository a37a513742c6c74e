/**
 * Index of a counter in the array shared with a render thread. A timer of the thread increments the counter, so the
 * counter stops while the thread's event loop is blocked.
 */
export const BEATS = 0;
/** Index of the entry that contains the id of the task whose code is running or ran last. */
export const RUNNING = 1;
