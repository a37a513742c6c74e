import type { InspectedStoreFile } from '#src/api/index.ts';
import { localeOfSection, placeProblem } from '#src/contract/locales.ts';
import { type Answer, wrong } from './finding.ts';

type Misplaced = InspectedStoreFile['misplaced'];

/** Reports books in the section of another language, and lists that contain books of another language. */
export const misplacedOf = ({ books, bookCount, references, referenceCount }: Misplaced): Answer[] => [
  ...(bookCount === 0
    ? []
    : [
        wrong(
          `Books in the section of another language: ${listed(books.map(bookText), bookCount)}.`,
          'Choose the language of each book in the admin (filter "Wrong language"), or run npm run content -- edit ID --language TAG.',
        ),
      ]),
  ...(referenceCount === 0
    ? []
    : [
        wrong(
          `Books of another language than the list that contains them: ${listed(references.map(referenceText), referenceCount)}.`,
          'Open the record in the admin, and remove the book or choose its language.',
        ),
      ]),
];

const bookText = ({ id, title, section, language }: Misplaced['books'][number]) =>
  `${id} "${title}" (${placeProblem({ section, language }) ?? language})`;

const referenceText = (reference: Misplaced['references'][number]) =>
  `${reference.kind} ${reference.id} "${reference.name}" (${nameOf(reference.section)}) with book ${reference.book_id} "${reference.book}" (${nameOf(reference.book_section)})`;

const nameOf = (section: number) => localeOfSection(section)?.name ?? `section ${section}`;

function listed(texts: readonly string[], count: number): string {
  const more = count > texts.length ? [`${count - texts.length} more`] : [];
  return [...texts, ...more].join('; ');
}
