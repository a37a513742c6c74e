import { DataTable, SearchInput } from 'react-admin';
import type { ChapterRecord } from '../../contract/records.ts';
import { ChapterState } from '../books/BookChapters.tsx';
import { BookInput, BookTitle } from '../ui/BookField.tsx';
import { choicesOf } from '../ui/choices.ts';
import { ago, number } from '../ui/format.ts';
import { LanguageFilter, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';

export const CHAPTER_STATES = choicesOf<ChapterRecord['state']>({
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
});

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Chapter title" />,
  <SelectInput key="state" source="state" choices={CHAPTER_STATES} alwaysOn />,
  <LanguageFilter key="section" source="section" alwaysOn />,
  <BookInput key="book_id" source="book_id" label="Book" />,
];

const Col = DataTable.Col<ChapterRecord>;

export function ChapterList() {
  return (
    <ResourceList<ChapterRecord>
      filters={FILTERS}
      sort={{ field: 'updated_at', order: 'DESC' }}
      empty={{ text: 'No chapters yet', next: 'Open a book to add chapters, or import a book.' }}
      bulk={false}
      phone={{
        primary: ({ place, title }) => `${place}. ${title}`,
        secondary: ({ book_id }) => <BookTitle id={book_id} />,
        tertiary: (chapter) => <ChapterState chapter={chapter} />,
      }}
    >
      <DataTable.NumberCol source="place" label="No." />
      <Col source="title" />
      <Col source="book_id" label="Book" render={({ book_id }) => <BookTitle id={book_id} />} />
      <Col source="section" label="Language" disableSort render={languageOf} />
      <Col source="state" render={(chapter) => <ChapterState chapter={chapter} />} />
      <Col source="words" render={({ words }) => number(words)} />
      <Col source="updated_at" label="Updated" render={({ updated_at }) => ago(updated_at)} />
    </ResourceList>
  );
}
