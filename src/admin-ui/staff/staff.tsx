import InviteIcon from '@mui/icons-material/PersonAddAltOutlined';
import {
  CreateButton,
  DataTable,
  Edit,
  required,
  SelectInput,
  SimpleForm,
  TopToolbar,
  useRecordContext,
} from 'react-admin';
import { ROLES } from '../../admin/access/roles.ts';
import type { StaffRecord } from '../records.ts';
import { ago, day } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';

export const ROLE_CHOICES = ROLES.map((id) => ({ id, name: id }));
export const ABOUT_ROLES =
  'An editor writes content, an operator also publishes and looks after visitors, an owner also chooses the staff.';

const Col = DataTable.Col<StaffRecord>;

export function StaffList() {
  return (
    <ResourceList<StaffRecord>
      sort={{ field: 'email', order: 'ASC' }}
      exporter={false}
      actions={<StaffActions />}
      empty={{ text: 'Nobody yet' }}
      phone={{ primary: ({ email: mail }) => mail, secondary: ({ name }) => name, tertiary: ({ role }) => role }}
    >
      <Col source="email" label="Mail" />
      <Col source="name" />
      <Col source="role" />
      <Col label="Address" disableSort render={({ isVerified }) => (isVerified ? 'verified' : 'not verified')} />
      <Col label="Second factor" disableSort render={({ hasSecondFactor }) => (hasSecondFactor ? 'on' : 'off')} />
      <Col label="Last seen" disableSort render={({ seen_at }) => (seen_at === null ? 'never' : ago(seen_at))} />
      <Col label="Since" disableSort render={({ granted_at }) => day(granted_at)} />
    </ResourceList>
  );
}

const StaffActions = () => (
  <TopToolbar>
    <CreateButton resource="staff-invitations" label="Invite" icon={<InviteIcon />} />
  </TopToolbar>
);

const Title = () => <>{useRecordContext<StaffRecord>()?.email ?? ''}</>;

export function StaffEdit() {
  return (
    <Edit title={<Title />} mutationMode="pessimistic">
      <SimpleForm>
        <SelectInput source="role" choices={ROLE_CHOICES} validate={required()} helperText={ABOUT_ROLES} />
      </SimpleForm>
    </Edit>
  );
}
