import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import InviteIcon from '@mui/icons-material/PersonAddAltOutlined';
import { useState } from 'react';
import {
  Button,
  CreateButton,
  DataTable,
  Edit,
  PasswordInput,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  Toolbar,
  TopToolbar,
  useNotify,
  useRecordContext,
  useRedirect,
} from 'react-admin';
import { ROLES } from '../../admin/access/roles.ts';
import { call } from '../providers/http.ts';
import type { StaffRecord } from '../records.ts';
import { ago, day } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { PASSWORD_LABEL, PasswordDialog } from './PasswordDialog.tsx';

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
      bulk={false}
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
    <Edit title={<Title />} actions={<EditActions />} mutationMode="pessimistic">
      <SimpleForm toolbar={<EditToolbar />}>
        <SelectInput source="role" choices={ROLE_CHOICES} validate={required()} helperText={ABOUT_ROLES} />
        <PasswordInput
          source="password"
          label={PASSWORD_LABEL}
          validate={required()}
          autoComplete="current-password"
          helperText="Confirms that it is you who changes the role"
        />
      </SimpleForm>
    </Edit>
  );
}

const EditToolbar = () => (
  <Toolbar>
    <SaveButton />
  </Toolbar>
);

function EditActions() {
  const account = useRecordContext<StaffRecord>();
  const [isOpen, setOpen] = useState(false);
  if (!account) return null;
  return (
    <TopToolbar>
      <Button label="Remove the role" color="error" onClick={() => setOpen(true)}>
        <DeleteIcon />
      </Button>
      {isOpen && <RemoveDialog account={account} onClose={() => setOpen(false)} />}
    </TopToolbar>
  );
}

function RemoveDialog({ account: { id, email }, onClose }: { account: StaffRecord; onClose: () => void }) {
  const notify = useNotify();
  const redirect = useRedirect();
  const remove = async (password: string) => {
    await call(`staff/${id}`, { method: 'DELETE', body: { password } });
    notify(`${email} has no role any more`, { type: 'success' });
    redirect('list', 'staff');
  };
  return (
    <PasswordDialog
      title="Remove the role?"
      text={`${email} is signed out of the admin. The account itself stays.`}
      action="Remove"
      color="error"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
