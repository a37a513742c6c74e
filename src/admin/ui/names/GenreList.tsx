import { DataTable, SearchInput } from 'react-admin';
import type { GenreRecord } from '../../contract/records.ts';
import { number } from '../ui/format.ts';
import { LanguageFilter, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { MergeButton } from './MergeButton.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name" />,
  <LanguageFilter key="section" source="section" alwaysOn />,
];

const Col = DataTable.Col<GenreRecord>;

export function GenreList() {
  return (
    <ResourceList<GenreRecord>
      filters={FILTERS}
      sort={{ field: 'name', order: 'ASC' }}
      bulk={<MergeButton />}
      empty={{ text: 'No genres yet', next: 'Each genre combines several tags and has its own page.' }}
      phone={{
        primary: ({ name }) => name,
        secondary: (genre) => (
          <>
            {languageOf(genre)} · {genre.tags.join(', ')}
          </>
        ),
        tertiary: ({ books }) => number(books),
      }}
    >
      <Col source="name" />
      <Col source="section" label="Language" render={languageOf} />
      <Col source="tags" disableSort render={({ tags }) => tags.slice(0, 6).join(', ')} />
      <DataTable.NumberCol source="books" />
    </ResourceList>
  );
}
