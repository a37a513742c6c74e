/** Messages in Chromium, Firefox and WebKit if a module's file cannot be loaded. */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Whether `import()` failed to load a file, as opposed to the module throwing an error. */
export const isMissingModule = (error: unknown): boolean => error instanceof Error && MISSING.test(error.message);
