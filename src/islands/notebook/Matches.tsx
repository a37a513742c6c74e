import { findText } from '#src/lib/find-text.ts';

/** A text in which what was searched for stands out. */
export function Matches({ text, words }: { readonly text: string; readonly words: string }) {
  const found = findText(text, words);
  if (found.length === 0) return text;
  return found.map(({ start, end }, index) => (
    <span key={start}>
      {text.slice(found[index - 1]?.end ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
      {index === found.length - 1 && text.slice(end)}
    </span>
  ));
}
