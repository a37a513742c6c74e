import { findText } from '#src/lib/find-text.ts';

/** A text with the search words highlighted. */
export function Matches({ text, words }: { readonly text: string; readonly words: string }) {
  const matches = findText(text, words);
  if (matches.length === 0) return text;
  return matches.map(({ start, end }, index) => (
    <span key={start}>
      {text.slice(matches[index - 1]?.end ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
      {index === matches.length - 1 && text.slice(end)}
    </span>
  ));
}
