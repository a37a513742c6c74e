import type { BookPreview, ImportReport } from '#src/api/import/index.ts';

/** One line of what became of a file. */
export const line = ({ file, status, title, author, chapters, sections, reason }: ImportReport) =>
  status === 'refused'
    ? `refused    ${file}: ${reason}`
    : `${status.padEnd(10)} ${title} by ${author}: ${chapters} chapters${sections > 0 ? `, ${sections} other sections` : ''}`;

/** A table of the chapters, with what each begins with. */
export function previewText({ file, title, authors, language, chapters }: BookPreview): string {
  const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  const head = `${file}: ${title} by ${authors.join(', ') || 'Unknown'} (${language}), ${chapters.length} chapters, ${words} words. Nothing was written.`;
  let part: string | null = null;
  const lines = chapters.flatMap((chapter, index) => {
    const heading = chapter.part !== part && chapter.part !== null ? [`      ${chapter.part}`] : [];
    part = chapter.part;
    const kind = chapter.kind === 'section' ? ' (section)' : '';
    return [
      ...heading,
      `${String(index + 1).padStart(4)}  ${chapter.title}${kind}, ${chapter.words} words`,
      `      ${chapter.begins}`,
    ];
  });
  return [head, ...lines].join('\n');
}
