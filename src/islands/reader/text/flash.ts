import { paint } from './paint.ts';

const SHOWN_MS = 4000;
let fading: ReturnType<typeof setTimeout> | undefined;

/** Colours a passage for a moment, so that the eye finds it. */
export function flash(range: Range): void {
  clearTimeout(fading);
  paint('lectern-quote', [range]);
  fading = setTimeout(() => paint('lectern-quote', []), SHOWN_MS);
}
