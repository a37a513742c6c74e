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
import type { ApplicationRecord, BookRecord } from '../../contract/records.ts';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { day } from '../ui/format.ts';
import { LanguageFilter, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or email" />,
  <LanguageFilter key="section" source="section" alwaysOn />,
  <BrandInput key="brand" source="brand" label="Brand" />,
];

const Col = DataTable.Col<ApplicationRecord>;

const languagesOf = ({ native, languages }: ApplicationRecord) => `${native} → ${languages.join(', ')}`;

export function ApplicationList() {
  return (
    <ResourceList<ApplicationRecord>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick="show"
      empty={{
        text: 'No applications yet',
        next: 'Translators apply on the page “Become a translator” of each brand.',
      }}
      phone={{ primary: ({ name }) => name, secondary: languagesOf, tertiary: ({ created_at }) => day(created_at) }}
    >
      <Col source="name" />
      <Col source="email" label="Email" />
      <Col label="Translates" disableSort render={languagesOf} />
      <Col source="section" label="Language" render={languageOf} />
      <Col source="brand" render={({ brand }) => <BrandNames ids={[brand]} />} />
      <Col source="created_at" label="Received" render={({ created_at }) => day(created_at)} />
    </ResourceList>
  );
}

export function ApplicationShow() {
  return (
    <Show title={<Name />}>
      <SimpleShowLayout>
        <TextField source="email" label="Email" />
        <TextField source="native" label="Native language" />
        <FunctionField label="Languages" render={({ languages }: ApplicationRecord) => languages.join(', ')} />
        <FunctionField label="Books to start with" render={({ books }: ApplicationRecord) => <Books ids={books} />} />
        <FunctionField label="Brand" render={({ brand }: ApplicationRecord) => <BrandNames ids={[brand]} />} />
        <FunctionField label="Received" render={({ created_at }: ApplicationRecord) => day(created_at)} />
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
