import {
  Create,
  DataTable,
  Edit,
  email,
  minLength,
  PasswordInput,
  required,
  SelectInput,
  SimpleForm,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { ROLES } from '#src/admin/access/roles.ts';
import type { StaffRecord } from '../records.ts';
import { day } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';

const CHOICES = ROLES.map((id) => ({ id, name: id }));
const ABOUT =
  'An editor writes content, an operator also publishes and looks after visitors, an owner also chooses the staff.';

const Col = DataTable.Col<StaffRecord>;

const factor = ({ has_second_factor }: StaffRecord) => (has_second_factor ? 'on' : 'off');

export function StaffList() {
  return (
    <ResourceList<StaffRecord>
      sort={{ field: 'email', order: 'ASC' }}
      bulk={false}
      exporter={false}
      empty={{ text: 'Nobody yet' }}
      phone={{ primary: ({ email: mail }) => mail, secondary: ({ name }) => name, tertiary: ({ role }) => role }}
    >
      <Col source="email" label="Mail" />
      <Col source="name" />
      <Col source="role" />
      <Col source="has_second_factor" label="Second factor" render={factor} />
      <Col source="created_at" label="Since" render={({ created_at }) => day(created_at)} />
    </ResourceList>
  );
}

const Title = () => <>{useRecordContext<StaffRecord>()?.email ?? ''}</>;

export function StaffEdit() {
  return (
    <Edit title={<Title />} mutationMode="pessimistic">
      <SimpleForm>
        <TextInput source="name" validate={required()} />
        <SelectInput source="role" choices={CHOICES} validate={required()} helperText={ABOUT} />
      </SimpleForm>
    </Edit>
  );
}

export function StaffCreate() {
  return (
    <Create title="Somebody new" redirect="list">
      <SimpleForm defaultValues={{ role: 'editor' }}>
        <TextInput source="email" label="Mail" type="email" validate={[required(), email()]} />
        <TextInput source="name" validate={required()} />
        <PasswordInput source="password" validate={[required(), minLength(12)]} helperText="At least 12 characters" />
        <SelectInput source="role" choices={CHOICES} validate={required()} helperText={ABOUT} />
      </SimpleForm>
    </Create>
  );
}
