import { DataTable, SearchInput, Show, SimpleShowLayout, TextField, useRecordContext } from 'react-admin';
import type { ApplicationRecord } from '../records.ts';
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
        <Languages />
        <TextField source="about" sx={{ whiteSpace: 'pre-wrap', maxWidth: '70ch' }} />
      </SimpleShowLayout>
    </Show>
  );
}

const Name = () => <>{useRecordContext<ApplicationRecord>()?.name ?? ''}</>;

const Languages = () => <>{useRecordContext<ApplicationRecord>()?.languages.join(', ')}</>;
