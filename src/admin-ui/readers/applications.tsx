import { DataTable, Edit, SearchInput, SelectInput, SimpleForm, TextField } from 'react-admin';
import type { ApplicationRecord } from '../records.ts';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { day } from '../ui/format.ts';
import { Labelled } from '../ui/Labelled.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';

const STATES = [
  { id: 'new', name: 'New' },
  { id: 'accepted', name: 'Accepted' },
  { id: 'declined', name: 'Declined' },
];

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or mail" />,
  <SelectInput key="status" source="status" choices={STATES} />,
  <BrandInput key="brand" />,
];

const Col = DataTable.Col<ApplicationRecord>;

export function ApplicationList() {
  return (
    <ResourceList<ApplicationRecord>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      bulk={false}
      empty={{ text: 'No applications yet', next: 'They come by the page "Become our translator" of each brand.' }}
      phone={{
        primary: ({ name }) => name,
        secondary: ({ native, languages }) => `${native} → ${languages.join(', ')}`,
        tertiary: ({ status = 'new' }) => <StatusChip value={status} />,
      }}
    >
      <Col source="name" />
      <Col source="email" />
      <Col source="native" label="Native" />
      <Col source="languages" disableSort render={({ languages }) => languages.join(', ')} />
      <Col source="brand" render={({ brand }) => <BrandNames ids={[brand]} />} />
      <Col source="status" render={({ status = 'new' }) => <StatusChip value={status} />} />
      <Col source="created_at" label="Sent" render={({ created_at }) => day(created_at)} />
    </ResourceList>
  );
}

export function ApplicationEdit() {
  return (
    <Edit mutationMode="pessimistic">
      <SimpleForm>
        <Labelled label="Name">
          <TextField source="name" />
        </Labelled>
        <Labelled label="Mail">
          <TextField source="email" />
        </Labelled>
        <Labelled label="Native language">
          <TextField source="native" />
        </Labelled>
        <Labelled label="About">
          <TextField source="about" sx={{ whiteSpace: 'pre-wrap', maxWidth: '70ch' }} />
        </Labelled>
        <SelectInput source="status" label="Decision" choices={STATES} />
      </SimpleForm>
    </Edit>
  );
}
