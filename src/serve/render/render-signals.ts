/**
 * Index in the array that is shared with a render thread. The entry contains the number of turns of the thread's event
 * loop.
 */
export const BEATS = 0;
/** Index of the entry that contains the id of the task whose code is running or ran last. */
export const RUNNING = 1;
