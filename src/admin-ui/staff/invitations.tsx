import CopyIcon from '@mui/icons-material/ContentCopy';
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
  required,
  SelectInput,
  SimpleForm,
  TextInput,
  useNotify,
  useRedirect,
  useRefresh,
} from 'react-admin';
import { call } from '../providers/http.ts';
import type { InvitationRecord } from '../records.ts';
import { useBrands } from '../ui/brands.tsx';
import { moment } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { ABOUT_ROLES, ROLE_CHOICES } from './staff.tsx';

const Col = DataTable.Col<InvitationRecord>;

const stateOf = ({ expires_at }: InvitationRecord) =>
  Date.parse(expires_at) > Date.now() ? `until ${moment(expires_at)}` : 'expired';

export function InvitationList() {
  const [shown, setShown] = useState<InvitationRecord>();
  return (
    <>
      <ResourceList<InvitationRecord>
        sort={{ field: 'created_at', order: 'DESC' }}
        rowClick={false}
        exporter={false}
        bulk={<BulkDeleteWithConfirmButton mutationMode="pessimistic" label="Revoke" confirmTitle="Revoke them?" />}
        empty={{ text: 'No open invitations', next: 'Invite people by email. Each link works once, for 72 hours.' }}
        phone={{
          primary: ({ email: mail }) => mail,
          secondary: ({ role }) => role,
          tertiary: (invitation) => (
            <>
              {stateOf(invitation)}
              <ResendButton invitation={invitation} onLink={setShown} />
            </>
          ),
        }}
      >
        <Col source="email" label="Mail" />
        <Col source="role" />
        <Col source="invited_by" label="Invited by" disableSort />
        <Col source="expires_at" label="Valid" render={stateOf} />
        <Col
          label="Link"
          disableSort
          render={(invitation) => <ResendButton invitation={invitation} onLink={setShown} />}
        />
      </ResourceList>
      {shown && <LinkDialog invitation={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface ResendButtonProps {
  readonly invitation: InvitationRecord;
  readonly onLink: (invitation: InvitationRecord) => void;
}

/** Creates a new link and invalidates the old one. */
function ResendButton({ invitation, onLink }: ResendButtonProps) {
  const notify = useNotify();
  const refresh = useRefresh();
  const resend = async () => {
    try {
      const path = `staff-invitations/${invitation.id}/resend`;
      const { data } = await call<{ data: InvitationRecord }>(path, { method: 'POST', body: {} });
      if (data.link === undefined) notify(`A new link was sent to ${data.email}`, { type: 'success' });
      else onLink(data);
      refresh();
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'The link could not be sent', { type: 'error' });
    }
  };
  return <Button label="Resend" aria-label={`Resend the invitation of ${invitation.email}`} onClick={resend} />;
}

/** Shows the link if no mail is configured. It cannot be shown again. */
function LinkDialog({ invitation, onClose }: { invitation: InvitationRecord; onClose: () => void }) {
  const notify = useNotify();
  const { email: mail, link = '' } = invitation;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => notify('Link copied', { type: 'success' }),
      () => notify('The browser blocked copying. Select the link and copy it yourself.', { type: 'warning' }),
    );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="invitation-link-title">
      <DialogTitle id="invitation-link-title">Link for {mail}</DialogTitle>
      <DialogContent>
        <Alert severity="info" sx={{ mb: 2 }}>
          No mail is configured, so pass this link on to {mail} yourself. It works once and will not be shown again.
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
            label="Mail"
            type="email"
            validate={[required(), email()]}
            helperText="They confirm this address, choose a new password and set up a second factor"
          />
          <SelectInput source="role" choices={ROLE_CHOICES} validate={required()} helperText={ABOUT_ROLES} />
          {groups.length > 1 && (
            <SelectInput
              source="accounts"
              label="Accounts of"
              choices={groups}
              emptyText="The address's account, or the first brand"
              helperText="Group of brands whose account gets the role"
            />
          )}
        </SimpleForm>
      </Create>
      {shown && <LinkDialog invitation={shown} onClose={() => redirect('list', 'staff-invitations')} />}
    </>
  );
}
