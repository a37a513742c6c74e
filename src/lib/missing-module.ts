/** What Chromium, Firefox and WebKit say when the file of a module cannot be loaded. */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Whether `import()` failed because a file did not arrive; otherwise the module itself threw. */
export const isMissingModule = (error: unknown): boolean => error instanceof Error && MISSING.test(error.message);
