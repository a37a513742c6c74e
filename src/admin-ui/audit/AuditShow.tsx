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
import { call } from '../providers/http.ts';
import type { AuditRecord } from '../records.ts';
import { moment } from '../ui/format.ts';
import { LineDiff } from '../ui/LineDiff.tsx';
import { changedFields } from './changed-fields.ts';

const VERBS = { add: 'added', change: 'changed', delete: 'deleted' } as const;

export function AuditShow() {
  return (
    <Show title={<Title />} actions={<Actions />}>
      <SimpleShowLayout>
        <What />
        <Fields />
      </SimpleShowLayout>
    </Show>
  );
}

function Title() {
  const entry = useRecordContext<AuditRecord>();
  return <>{entry ? `${entry.kind}: ${entry.name}` : ''}</>;
}

function What() {
  const entry = useRecordContext<AuditRecord>();
  if (!entry) return null;
  return (
    <Typography>
      {entry.who} {VERBS[entry.act]} the {entry.kind} “{entry.name}” ({entry.record}) on {moment(entry.at)} by{' '}
      {entry.command}.
    </Typography>
  );
}

function Fields() {
  const entry = useRecordContext<AuditRecord>();
  if (!entry) return null;
  const fields = changedFields(entry.before, entry.after);
  if (fields.length === 0) return <Alert severity="info">The entry has no fields.</Alert>;
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
      notify('It is as it was before', { type: 'success' });
      redirect('list', 'audit-log');
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'It could not be undone', { type: 'error' });
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
        content={`The ${entry.kind} “${entry.name}” gets back what stood there before. This is a change too, with an entry of its own.`}
        confirm="Undo"
        onConfirm={undo}
        onClose={() => setOpen(false)}
      />
    </CanAccess>
  );
}
