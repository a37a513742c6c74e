/** Places in the numbers that a render thread shares: how often its event loop came round. */
export const BEATS = 0;
/** The number of the task whose code runs or ran last. */
export const RUNNING = 1;
