import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import InviteIcon from '@mui/icons-material/PersonAddAltOutlined';
import { useState } from 'react';
import {
  Button,
  CreateButton,
  DataTable,
  PasswordInput,
  required,
  SaveButton,
  SimpleForm,
  Toolbar,
  TopToolbar,
  useNotify,
  useRecordContext,
  useRedirect,
} from 'react-admin';
import type { StaffRecord } from '../../contract/records.ts';
import type { Role } from '../../contract/roles.ts';
import { call } from '../providers/http.ts';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { choicesOf } from '../ui/choices.ts';
import { ago, day } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { PASSWORD_LABEL, PasswordDialog } from './PasswordDialog.tsx';

export const ROLE_CHOICES = choicesOf<Role>({ editor: 'editor', operator: 'operator', owner: 'owner' });
export const ABOUT_ROLES =
  'Editors manage content. Operators also publish and manage visitors. Owners also manage staff.';

const Col = DataTable.Col<StaffRecord>;

export function StaffList() {
  return (
    <ResourceList<StaffRecord>
      sort={{ field: 'email', order: 'ASC' }}
      exporter={false}
      actions={<StaffActions />}
      bulk={false}
      empty={{ text: 'No staff yet' }}
      phone={{
        primary: ({ email: mail }) => mail,
        secondary: (account) => [account.name, ...warningsFor(account)].join(' · '),
        tertiary: ({ role }) => role,
      }}
    >
      <Col source="email" label="Email" />
      <Col source="name" />
      <Col source="role" />
      <Col label="Email status" disableSort render={({ isVerified }) => (isVerified ? 'verified' : 'not verified')} />
      <Col label="Two-factor" disableSort render={({ hasSecondFactor }) => (hasSecondFactor ? 'on' : 'off')} />
      <Col label="Last seen" disableSort render={({ seen_at }) => (seen_at === null ? 'never' : ago(seen_at))} />
      <Col label="Added" disableSort render={({ granted_at }) => day(granted_at)} />
    </ResourceList>
  );
}

/** Reasons why an account cannot use its role fully. */
const warningsFor = ({ isVerified, hasSecondFactor }: StaffRecord) => [
  ...(isVerified ? [] : ['email not verified']),
  ...(hasSecondFactor ? [] : ['two-factor off']),
];

const StaffActions = () => (
  <TopToolbar>
    <CreateButton resource="staff-invitations" label="Invite" icon={<InviteIcon />} />
  </TopToolbar>
);

const Title = () => <>{useRecordContext<StaffRecord>()?.email ?? ''}</>;

export function StaffEdit() {
  return (
    <RecordEdit title={<Title />} actions={<EditActions />}>
      <SimpleForm toolbar={<EditToolbar />} resetOptions={KEEP_TYPED}>
        <FormGuard />
        <SelectInput source="role" choices={ROLE_CHOICES} validate={required()} helperText={ABOUT_ROLES} />
        <PasswordInput
          source="password"
          label={PASSWORD_LABEL}
          validate={required()}
          autoComplete="current-password"
          helperText="Required to change the role"
        />
      </SimpleForm>
    </RecordEdit>
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
      <Button label="Remove role" color="error" onClick={() => setOpen(true)}>
        <DeleteIcon />
      </Button>
      {isOpen && <RemoveDialog account={account} onClose={() => setOpen(false)} />}
    </TopToolbar>
  );
}

function RemoveDialog({ account: { id, email, role }, onClose }: { account: StaffRecord; onClose: () => void }) {
  const notify = useNotify();
  const redirect = useRedirect();
  const remove = async (password: string) => {
    await call(`staff/${id}`, { method: 'DELETE', body: { password, seen: { role } } });
    notify(`${email} no longer has a role`, { type: 'success' });
    redirect('list', 'staff');
  };
  return (
    <PasswordDialog
      title="Remove role?"
      text={`${email} will be signed out of the admin. The account itself is not deleted.`}
      action="Remove"
      color="error"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
