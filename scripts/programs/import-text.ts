import type { BookPreview, ImportReport } from '#src/api/import/index.ts';
import { counted } from '#src/lib/text.ts';

/** One line of what became of a file. */
export function line({ file, status, bookId, title, author, chapters, sections, reason }: ImportReport): string {
  if (status === 'refused') return `refused    ${file}: ${reason}`;
  const others = sections > 0 ? `, ${counted(sections, 'other section')}` : '';
  return `${status.padEnd(10)} book ${bookId} "${title}" by ${author}: ${counted(chapters, 'chapter')}${others}`;
}

/** A table of the chapters, with what each begins with. */
export function previewText({ file, title, authors, language, chapters }: BookPreview): string {
  const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  const head = `${file}: ${title} by ${authors.join(', ') || 'Unknown'} (${language}), ${counted(chapters.length, 'chapter')}, ${counted(words, 'word')}. Nothing was written.`;
  let part: string | null = null;
  const lines = chapters.flatMap((chapter, index) => {
    const heading = chapter.part !== part && chapter.part !== null ? [`      ${chapter.part}`] : [];
    part = chapter.part;
    const kind = chapter.kind === 'section' ? ' (section)' : '';
    return [
      ...heading,
      `${String(index + 1).padStart(4)}  ${chapter.title}${kind}, ${counted(chapter.words, 'word')}`,
      `      ${chapter.begins}`,
    ];
  });
  return [head, ...lines].join('\n');
}
