import type { BookPreview, ImportReport } from '#src/api/import/index.ts';
import { counted } from '#src/lib/text.ts';

/** The result of an import: one line per file, and one per warning. */
export function line(report: ImportReport): string {
  const { file, status, bookId, title, author, chapters, sections, reason, warnings, redirects = 0 } = report;
  if (status === 'refused') return `refused    ${file}: ${reason}`;
  const others = sections > 0 ? `, ${counted(sections, 'other section')}` : '';
  const result = `${status.padEnd(10)} book ${bookId} "${title}" by ${author}: ${counted(chapters, 'chapter')}${others}`;
  const moved = redirects > 0 ? [`      ${counted(redirects, 'redirect')} from old addresses`] : [];
  return [result, ...moved, ...warnings.map((message) => `      ! ${message}`)].join('\n');
}

/** Formats a table of the chapters with the first words of each. */
export function previewText({ file, title, authors, language, encoding, doubts, chapters }: BookPreview): string {
  const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  const head = `${file}: ${title} by ${authors.join(', ') || 'Unknown'} (${[language, encoding].filter(Boolean).join(', ')}), ${counted(chapters.length, 'chapter')}, ${counted(words, 'word')}. Nothing was written.`;
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
  const questions = doubts.map(({ message }) => `      ! ${message}`);
  return [head, ...questions, ...lines].join('\n');
}
