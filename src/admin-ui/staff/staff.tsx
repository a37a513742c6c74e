import {
  Create,
  DataTable,
  Edit,
  email,
  required,
  SelectInput,
  SimpleForm,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { ROLES } from '../../admin/access/roles.ts';
import type { StaffRecord } from '../records.ts';
import { ago, day } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';

const CHOICES = ROLES.map((id) => ({ id, name: id }));
const ABOUT =
  'An editor writes content, an operator also publishes and looks after visitors, an owner also chooses the staff.';

const Col = DataTable.Col<StaffRecord>;

export function StaffList() {
  return (
    <ResourceList<StaffRecord>
      sort={{ field: 'email', order: 'ASC' }}
      exporter={false}
      empty={{ text: 'Nobody yet' }}
      phone={{ primary: ({ email: mail }) => mail, secondary: ({ name }) => name, tertiary: ({ role }) => role }}
    >
      <Col source="email" label="Mail" />
      <Col source="name" />
      <Col source="role" />
      <Col label="Second factor" disableSort render={({ hasSecondFactor }) => (hasSecondFactor ? 'on' : 'off')} />
      <Col label="Last seen" disableSort render={({ seen_at }) => (seen_at === null ? 'never' : ago(seen_at))} />
      <Col label="Since" disableSort render={({ granted_at }) => day(granted_at)} />
    </ResourceList>
  );
}

const Title = () => <>{useRecordContext<StaffRecord>()?.email ?? ''}</>;

export function StaffEdit() {
  return (
    <Edit title={<Title />} mutationMode="pessimistic">
      <SimpleForm>
        <SelectInput source="role" choices={CHOICES} validate={required()} helperText={ABOUT} />
      </SimpleForm>
    </Edit>
  );
}

export function StaffCreate() {
  return (
    <Create title="Somebody new" redirect="list">
      <SimpleForm defaultValues={{ role: 'editor' }}>
        <TextInput
          source="email"
          label="Mail"
          type="email"
          validate={[required(), email()]}
          helperText="Of an account that is registered at a brand's site"
        />
        <SelectInput source="role" choices={CHOICES} validate={required()} helperText={ABOUT} />
      </SimpleForm>
    </Create>
  );
}
