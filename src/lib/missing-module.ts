/** Matches the messages of Chromium, Firefox and WebKit if a module's file cannot be loaded. */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Whether `import()` failed because a file could not be loaded, rather than because the module threw an error. */
export const isMissingModule = (error: unknown): boolean => error instanceof Error && MISSING.test(error.message);
