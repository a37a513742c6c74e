/** What a page has recorded, in sessionStorage so that it outlives the page. */
export const RECORD_KEY = 'walk-errors';

/**
 * Source of a script that records uncaught errors, unhandled rejections and `console.error`, for an engine whose automation
 * reports none. It has to run before all others of the page.
 */
export const ERROR_RECORDER = `(${record})(${JSON.stringify(RECORD_KEY)})`;

function record(key: string): void {
  const note = (text: string) => {
    const noted = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    sessionStorage.setItem(key, JSON.stringify([...noted, `${location.href}: ${text}`]));
  };
  addEventListener('error', (event) => note(event.message));
  addEventListener('unhandledrejection', (event) =>
    // Later listeners may handle it.
    setTimeout(() => {
      if (!event.defaultPrevented) note(String(event.reason));
    }),
  );
  const write = console.error;
  console.error = (...parts) => {
    note(`console: ${parts.join(' ')}`);
    write.apply(console, parts);
  };
}

/** Runs in the page. @returns what was recorded since the last call */
export function takeRecordedErrors(key: string): string[] {
  const noted = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  sessionStorage.removeItem(key);
  return noted;
}
