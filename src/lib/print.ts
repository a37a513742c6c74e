/**
 * Matches characters that control a terminal (C0 and C1 controls except tab and line feed) or reorder the text around
 * them (Unicode UAX 9: embeddings, overrides, isolates).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Replaces control characters with visible escapes such as `\u001b`. Titles of books and names of files may contain
 * terminal sequences. JSON remains equal, because it can contain these characters only within strings.
 */
export const withVisibleControls = (text: string): string =>
  text.replaceAll(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes text to standard output. */
export function print(text: string): void {
  process.stdout.write(withVisibleControls(text));
}

/** Writes text to standard error. */
export function printError(text: string): void {
  process.stderr.write(withVisibleControls(text));
}

const CLEAR_LINE = '\r\u001b[K';

/** Replaces the current line of a terminal; does nothing if standard error is not a terminal. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE + withVisibleControls(text));
}
