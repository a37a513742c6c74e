import type { BookPreview, ImportReport } from '#src/api/import/index.ts';
import type { BlockPreview, ChapterPreview, EncodingPreview } from '#src/api/import/plan/types.ts';
import { counted } from '#src/lib/text.ts';

/** Formats the result for one file: a line about the book, and a line per warning. */
export function line(report: ImportReport): string {
  const { file, status, bookId, title, author, chapters, sections, reason, warnings, redirects = 0 } = report;
  if (status === 'refused') return `refused    ${file}: ${reason}`;
  const sectionsText = sections > 0 ? `, ${counted(sections, 'other section')}` : '';
  const result = `${status.padEnd(10)} book ${bookId} "${title}" by ${author}: ${counted(chapters, 'chapter')}${sectionsText}`;
  const moved = redirects > 0 ? [`      ${counted(redirects, 'redirect')} from old addresses`] : [];
  return [result, ...moved, ...warnings.map((message) => `      ! ${message}`)].join('\n');
}

/** Formats a preview: a summary, what to check, and a table of the chapters with the first words of each. */
export function previewText(preview: BookPreview): string {
  const { file, title, authors, language, encoding, chapters, totals } = preview;
  const how = [language.code, encoding?.name].filter(Boolean).join(', ');
  const head = `${file}: ${title} by ${authors.join(', ') || 'Unknown'} (${how}), ${counted(chapters.length, 'chapter')}, ${counted(totals.words, 'word')}. Nothing was written.`;
  return [head, ...detailLines(preview), ...checkLines(preview), ...chapterLines(chapters)].join('\n');
}

function detailLines({ language, encoding, totals, leftOut }: BookPreview): string[] {
  const counts = [
    ...(totals.sections > 0 ? [counted(totals.sections, 'unnumbered section')] : []),
    ...(totals.notes > 0 ? [counted(totals.notes, 'note')] : []),
    ...(totals.pictures > 0 ? [counted(totals.pictures, 'picture')] : []),
  ];
  return [
    ...(counts.length > 0 ? [`      with ${counts.join(', ')}`] : []),
    ...(language.confidence === 'uncertain'
      ? [`      ? language: probably ${language.code}; set it with --language`]
      : []),
    ...encodingLines(encoding),
    ...leftOut.map(
      ({ what, count, sample }) => `      - ${what}: ${count} left out${sample ? `, such as "${sample}"` : ''}`,
    ),
  ];
}

function encodingLines(encoding: EncodingPreview | null): string[] {
  if (encoding?.confidence !== 'uncertain') return [];
  return [
    `      ? encoding: probably ${encoding.name}; choose it with --encoding`,
    ...encoding.candidates.map(({ name, sample }) => `          ${name.padEnd(14)} ${sample}`),
  ];
}

function checkLines({ doubts, oddities, resembles }: BookPreview): string[] {
  return [
    ...doubts.map(({ message }) => `      ! ${message}`),
    ...oddities.map(({ message }) => `      ? ${message}`),
    ...resembles.map(
      ({ bookId, title, author, why }) =>
        `      = resembles book ${bookId} "${title}" by ${author}: ${why} Replace it with --book ${bookId}, or add --edition-of ${bookId} or --different.`,
    ),
  ];
}

function chapterLines(chapters: readonly ChapterPreview[]): string[] {
  let current: string | null = null;
  return chapters.flatMap(({ title, part, kind, words, begins, notes, pictures }, index) => {
    const heading = part !== current && part !== null ? [`      ${part}`] : [];
    current = part;
    const counts = [
      counted(words, 'word'),
      ...(notes > 0 ? [counted(notes, 'note')] : []),
      ...(pictures > 0 ? [counted(pictures, 'picture')] : []),
    ];
    const section = kind === 'section' ? ' (section)' : '';
    return [
      ...heading,
      `${String(index + 1).padStart(4)}  ${title}${section}, ${counts.join(', ')}`,
      `      ${begins}`,
    ];
  });
}

/** Formats the blocks of a chapter with their numbers, which a plan uses to divide the chapter. */
export const blocksText = (title: string, blocks: readonly BlockPreview[]): string =>
  [`Blocks of "${title}":`, ...blocks.map(({ text }, index) => `${String(index).padStart(6)}  ${text}`), ''].join('\n');
