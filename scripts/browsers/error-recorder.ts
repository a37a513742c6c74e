/** Key of the recorded errors in sessionStorage, where they remain when another page is opened. */
export const RECORD_KEY = 'walk-errors';

/**
 * Source of a script that records uncaught errors, unhandled rejections and `console.error`, for a browser whose
 * automation does not report them. It must run before all other scripts on the page.
 */
export const ERROR_RECORDER = `(${record})(${JSON.stringify(RECORD_KEY)})`;

function record(key: string): void {
  const note = (text: string) => {
    const noted = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    sessionStorage.setItem(key, JSON.stringify([...noted, `${location.href}: ${text}`]));
  };
  addEventListener('error', (event) => note(event.message));
  addEventListener('unhandledrejection', (event) =>
    // Waits before recording, because listeners that run later may handle the rejection.
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

/**
 * Returns and deletes the recorded errors. Runs in the page.
 * @returns the errors recorded since the last call
 */
export function takeRecordedErrors(key: string): string[] {
  const noted = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  sessionStorage.removeItem(key);
  return noted;
}
