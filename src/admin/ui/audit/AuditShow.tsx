import UndoIcon from '@mui/icons-material/Undo';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  Button,
  CanAccess,
  Confirm,
  Show,
  SimpleShowLayout,
  TopToolbar,
  useNotify,
  useRecordContext,
  useRedirect,
} from 'react-admin';
import type { AuditRecord } from '../../contract/records.ts';
import { call } from '../providers/http.ts';
import { moment } from '../ui/format.ts';
import { LineDiff } from '../ui/LineDiff.tsx';
import { changedFields } from './changed-fields.ts';
import { ACT_NAMES, KIND_NAMES } from './kind-names.ts';

export function AuditShow() {
  return (
    <Show title={<Title />} actions={<Actions />}>
      <SimpleShowLayout>
        <Summary />
        <Fields />
      </SimpleShowLayout>
    </Show>
  );
}

function Title() {
  const entry = useRecordContext<AuditRecord>();
  return <>{entry ? `${KIND_NAMES[entry.kind]}: ${entry.name}` : ''}</>;
}

function Summary() {
  const entry = useRecordContext<AuditRecord>();
  if (!entry) return null;
  return (
    <Typography>
      {entry.who} {ACT_NAMES[entry.act]} the {KIND_NAMES[entry.kind]} “{entry.name}” (ID {entry.record}) on{' '}
      {moment(entry.at)} via {entry.command}.
    </Typography>
  );
}

function Fields() {
  const entry = useRecordContext<AuditRecord>();
  if (!entry) return null;
  const fields = changedFields(entry.before, entry.after);
  if (fields.length === 0) return <Alert severity="info">No fields were changed.</Alert>;
  return fields.map(({ name, before, after }) => (
    <section key={name}>
      <Typography variant="subtitle2" component="h2" sx={{ mt: 1 }}>
        {name}
      </Typography>
      <LineDiff before={before} after={after} />
    </section>
  ));
}

function Actions() {
  const entry = useRecordContext<AuditRecord>();
  return <TopToolbar>{entry?.undoable && <UndoButton entry={entry} />}</TopToolbar>;
}

function UndoButton({ entry }: { entry: AuditRecord }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const redirect = useRedirect();
  const undo = async () => {
    setBusy(true);
    try {
      await call(`audit-log/${entry.id}/undo`, { method: 'POST', body: {} });
      notify('Change undone', { type: 'success' });
      redirect('list', 'audit-log');
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'The change could not be undone', { type: 'error' });
      setOpen(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <CanAccess resource="audit-log" action="undo">
      <Button label="Undo" variant="outlined" onClick={() => setOpen(true)}>
        <UndoIcon />
      </Button>
      <Confirm
        isOpen={isOpen}
        loading={isBusy}
        title="Undo this change?"
        content={`This restores the previous values of the ${KIND_NAMES[entry.kind]} “${entry.name}” and adds an entry to the audit log.`}
        confirm="Undo"
        onConfirm={undo}
        onClose={() => setOpen(false)}
      />
    </CanAccess>
  );
}
