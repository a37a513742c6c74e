/** Index in the array shared with a render thread: number of turns of its event loop. */
export const BEATS = 0;
/** Index of the id of the task whose code is running or ran last. */
export const RUNNING = 1;
