import {
  DataTable,
  FunctionField,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextField,
  useGetMany,
  useRecordContext,
} from 'react-admin';
import type { ApplicationRecord, BookRecord } from '../records.ts';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { day } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';

const FILTERS = [<SearchInput key="q" source="q" alwaysOn placeholder="Name or mail" />, <BrandInput key="brand" />];

const Col = DataTable.Col<ApplicationRecord>;

const languagesOf = ({ native, languages }: ApplicationRecord) => `${native} → ${languages.join(', ')}`;

export function ApplicationList() {
  return (
    <ResourceList<ApplicationRecord>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick="show"
      empty={{ text: 'No applications yet', next: 'They come by the page "Become our translator" of each brand.' }}
      phone={{ primary: ({ name }) => name, secondary: languagesOf, tertiary: ({ created_at }) => day(created_at) }}
    >
      <Col source="name" />
      <Col source="email" label="Mail" />
      <Col label="Languages" disableSort render={languagesOf} />
      <Col source="brand" render={({ brand }) => <BrandNames ids={[brand]} />} />
      <Col source="created_at" label="Sent" render={({ created_at }) => day(created_at)} />
    </ResourceList>
  );
}

export function ApplicationShow() {
  return (
    <Show title={<Name />}>
      <SimpleShowLayout>
        <TextField source="email" label="Mail" />
        <TextField source="native" label="Native language" />
        <FunctionField label="Languages" render={({ languages }: ApplicationRecord) => languages.join(', ')} />
        <FunctionField label="Books to begin with" render={({ books }: ApplicationRecord) => <Books ids={books} />} />
        <FunctionField label="Brand" render={({ brand }: ApplicationRecord) => <BrandNames ids={[brand]} />} />
        <FunctionField label="Sent" render={({ created_at }: ApplicationRecord) => day(created_at)} />
        <TextField source="about" sx={{ whiteSpace: 'pre-wrap', maxWidth: '70ch' }} />
      </SimpleShowLayout>
    </Show>
  );
}

const Name = () => <>{useRecordContext<ApplicationRecord>()?.name ?? ''}</>;

function Books({ ids }: { ids: readonly number[] }) {
  const { data = [] } = useGetMany<BookRecord>('books', { ids: [...ids] });
  return <>{ids.map((id) => data.find((book) => book.id === id)?.title ?? `Book ${id}`).join(', ')}</>;
}
