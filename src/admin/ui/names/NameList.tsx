import { DataTable, SearchInput } from 'react-admin';
import type { NameRecord } from '../../contract/records.ts';
import { ago, counted } from '../ui/format.ts';
import { LanguageFilter, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { MergeButton } from './MergeButton.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name" />,
  <LanguageFilter key="section" source="section" alwaysOn />,
];

const Col = DataTable.Col<NameRecord>;

/** Lists authors, tags or keywords. */
export function NameList({ what }: { what: string }) {
  return (
    <ResourceList<NameRecord>
      filters={FILTERS}
      sort={{ field: 'name', order: 'ASC' }}
      bulk={<MergeButton />}
      empty={{ text: `No ${what} yet`, next: 'They are created with the books that use them.' }}
      phone={{
        primary: ({ name }) => name,
        secondary: languageOf,
        tertiary: ({ books }) => counted(books, 'book'),
      }}
    >
      <Col source="name" />
      <Col source="section" label="Language" render={languageOf} />
      <DataTable.NumberCol source="books" />
      <Col source="updated_at" label="Updated" render={({ updated_at }) => ago(updated_at)} />
    </ResourceList>
  );
}
