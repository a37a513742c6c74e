import { DataTable, SearchInput } from 'react-admin';
import type { NameRecord } from '../records.ts';
import { ago, counted } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { MergeButton } from './MergeButton.tsx';

const FILTERS = [<SearchInput key="q" source="q" alwaysOn placeholder="Name" />];

const Col = DataTable.Col<NameRecord>;

/** Authors, tags or keywords. */
export function NameList({ what }: { what: string }) {
  return (
    <ResourceList<NameRecord>
      filters={FILTERS}
      sort={{ field: 'name', order: 'ASC' }}
      bulk={<MergeButton />}
      empty={{ text: `No ${what} yet`, next: 'They come with the books that have them.' }}
      phone={{
        primary: ({ name }) => name,
        secondary: ({ books }) => counted(books, 'book'),
      }}
    >
      <Col source="name" />
      <DataTable.NumberCol source="books" />
      <Col source="updated_at" label="Changed" render={({ updated_at }) => ago(updated_at)} />
    </ResourceList>
  );
}
