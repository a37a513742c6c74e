import CopyIcon from '@mui/icons-material/ContentCopy';
import SendIcon from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import MuiButton from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MuiTextField from '@mui/material/TextField';
import { useState } from 'react';
import {
  BulkDeleteWithConfirmButton,
  Button,
  Create,
  DataTable,
  email,
  PasswordInput,
  required,
  SimpleForm,
  TextInput,
  useNotify,
  useRedirect,
  useRefresh,
} from 'react-admin';
import type { Answer } from '../../contract/answers.ts';
import type { InvitationRecord } from '../../contract/records.ts';
import { call } from '../providers/http.ts';
import { useBrands } from '../ui/brands.tsx';
import { moment } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { PASSWORD_LABEL, PasswordDialog } from './PasswordDialog.tsx';
import { ABOUT_ROLES, ROLE_CHOICES } from './staff.tsx';

const Col = DataTable.Col<InvitationRecord>;

const stateOf = ({ expires_at }: InvitationRecord) =>
  Date.parse(expires_at) > Date.now() ? `expires ${moment(expires_at)}` : 'expired';

export function InvitationList() {
  const [shown, setShown] = useState<InvitationRecord>();
  const [resending, setResending] = useState<InvitationRecord>();
  return (
    <>
      <ResourceList<InvitationRecord>
        sort={{ field: 'created_at', order: 'DESC' }}
        rowClick={false}
        exporter={false}
        bulk={
          <BulkDeleteWithConfirmButton
            mutationMode="pessimistic"
            label="Revoke"
            confirmTitle="Revoke the selected invitations?"
          />
        }
        empty={{ text: 'No open invitations', next: 'Invite people by email. Each link works once, for 72 hours.' }}
        phone={{
          primary: ({ email: mail }) => mail,
          secondary: (invitation) => `${invitation.role} · ${stateOf(invitation)}`,
          tertiary: (invitation) => <ResendButton invitation={invitation} onResend={setResending} />,
        }}
      >
        <Col source="email" label="Email" />
        <Col source="role" />
        <Col source="invited_by" label="Invited by" disableSort />
        <Col source="expires_at" label="Status" render={stateOf} />
        <Col
          label="Link"
          disableSort
          render={(invitation) => <ResendButton invitation={invitation} onResend={setResending} />}
        />
      </ResourceList>
      {resending && <ResendDialog invitation={resending} onLink={setShown} onClose={() => setResending(undefined)} />}
      {shown && <LinkDialog invitation={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface ResendButtonProps {
  readonly invitation: InvitationRecord;
  readonly onResend: (invitation: InvitationRecord) => void;
}

const ResendButton = ({ invitation, onResend }: ResendButtonProps) => (
  <Button
    label="Resend"
    aria-label={`Resend the invitation to ${invitation.email}`}
    onClick={() => onResend(invitation)}
  >
    <SendIcon />
  </Button>
);

interface ResendDialogProps {
  readonly invitation: InvitationRecord;
  readonly onLink: (invitation: InvitationRecord) => void;
  readonly onClose: () => void;
}

/** Creates a new link and invalidates the old one. */
function ResendDialog({ invitation: { id, email: mail }, onLink, onClose }: ResendDialogProps) {
  const notify = useNotify();
  const refresh = useRefresh();
  const resend = async (password: string) => {
    const path = `staff-invitations/${id}/resend`;
    const { data } = await call<Answer<InvitationRecord>>(path, { method: 'POST', body: { password } });
    if (data.link === undefined) notify(`A new link was sent to ${data.email}`, { type: 'success' });
    else onLink(data);
    onClose();
    refresh();
  };
  return (
    <PasswordDialog
      title="Resend invitation?"
      text={`The previous link for ${mail} will stop working.`}
      action="Resend"
      onConfirm={resend}
      onClose={onClose}
    />
  );
}

/** Shows the link if email is not configured. It cannot be shown again. */
function LinkDialog({ invitation, onClose }: { invitation: InvitationRecord; onClose: () => void }) {
  const notify = useNotify();
  const { email: mail, link = '' } = invitation;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => notify('Link copied', { type: 'success' }),
      () => notify('Your browser blocked copying. Select and copy the link manually.', { type: 'warning' }),
    );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="invitation-link-title">
      <DialogTitle id="invitation-link-title">Link for {mail}</DialogTitle>
      <DialogContent>
        <Alert severity="info" sx={{ mb: 2 }}>
          Email is not configured, so send this link to {mail} yourself. It works once and will not be shown again.
        </Alert>
        <MuiTextField
          label="Invitation link"
          value={link}
          fullWidth
          multiline
          slotProps={{ htmlInput: { readOnly: true, onFocus: selectAll } }}
        />
      </DialogContent>
      <DialogActions>
        <MuiButton onClick={onClose}>Close</MuiButton>
        <MuiButton variant="contained" startIcon={<CopyIcon />} onClick={copy}>
          Copy link
        </MuiButton>
      </DialogActions>
    </Dialog>
  );
}

const selectAll = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
  currentTarget.select();

export function InvitationCreate() {
  const [shown, setShown] = useState<InvitationRecord>();
  const notify = useNotify();
  const redirect = useRedirect();
  const groups = [...new Set(useBrands().map(({ accounts }) => accounts))].map((id) => ({ id, name: id }));
  const onSuccess = (invitation: InvitationRecord) => {
    if (invitation.link !== undefined) return setShown(invitation);
    notify(`Invitation sent to ${invitation.email}`, { type: 'success' });
    redirect('list', 'staff-invitations');
  };
  return (
    <>
      <Create title="Invite staff" mutationOptions={{ onSuccess }}>
        <SimpleForm defaultValues={{ role: 'editor' }}>
          <TextInput
            source="email"
            label="Email"
            type="email"
            validate={[required(), email()]}
            helperText="The person chooses a new password and sets up two-factor authentication"
          />
          <SelectInput source="role" choices={ROLE_CHOICES} validate={required()} helperText={ABOUT_ROLES} />
          {groups.length > 1 && (
            <SelectInput
              source="accounts"
              label="Account group"
              choices={groups}
              emptyText="The group of this person's account; if there is none, the group of the first brand"
              helperText="The person's account in this group of brands gets the role"
            />
          )}
          <PasswordInput
            source="password"
            label={PASSWORD_LABEL}
            validate={required()}
            autoComplete="current-password"
            helperText="Confirms that you are sending this invitation"
          />
        </SimpleForm>
      </Create>
      {shown && <LinkDialog invitation={shown} onClose={() => redirect('list', 'staff-invitations')} />}
    </>
  );
}
