import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import Stack from '@mui/material/Stack';
import {
  BooleanInput,
  BulkDeleteWithConfirmButton,
  Button,
  CanAccess,
  DataTable,
  DeleteWithConfirmButton,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextField,
  TopToolbar,
  useNotify,
  useRecordContext,
  useUpdate,
} from 'react-admin';
import type { VisitorRecord } from '../records.ts';
import { day, number } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Mail or name" />,
  <BooleanInput key="locked" source="locked" />,
];

const Col = DataTable.Col<VisitorRecord>;

export function VisitorList() {
  return (
    <ResourceList<VisitorRecord>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick="show"
      bulk={<VisitorBulkActions />}
      exporter={false}
      empty={{ text: 'No accounts yet', next: 'Visitors make them on the sign-in page of each brand.' }}
      phone={{
        primary: ({ email }) => email,
        secondary: ({ created_at }) => `since ${day(created_at)}`,
        tertiary: ({ locked }) => (locked ? <StatusChip value="locked" /> : null),
      }}
    >
      <Col source="email" label="Mail" />
      <Col source="name" />
      <Col source="coins" render={({ coins }) => number(coins)} />
      <Col source="created_at" label="Since" render={({ created_at }) => day(created_at)} />
      <Col source="locked" label="State" render={({ locked }) => (locked ? <StatusChip value="locked" /> : 'open')} />
    </ResourceList>
  );
}

function VisitorBulkActions() {
  return (
    <CanAccess resource="visitors" action="delete">
      <BulkDeleteWithConfirmButton mutationMode="pessimistic" />
    </CanAccess>
  );
}

export function VisitorShow() {
  return (
    <Show title={<Mail />} actions={<VisitorActions />}>
      <SimpleShowLayout>
        <TextField source="email" label="Mail" />
        <TextField source="name" />
        <TextField source="coins" />
        <TextField source="created_at" label="Since" />
      </SimpleShowLayout>
    </Show>
  );
}

const Mail = () => <>{useRecordContext<VisitorRecord>()?.email ?? ''}</>;

function VisitorActions() {
  const visitor = useRecordContext<VisitorRecord>();
  if (!visitor) return null;
  return (
    <TopToolbar>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <CanAccess resource="visitors" action="export">
          <Button
            label="Export"
            component="a"
            href={`/api/visitors/${visitor.id}/export`}
            download={`visitor-${visitor.id}.json`}
          >
            <DownloadIcon />
          </Button>
        </CanAccess>
        <CanAccess resource="visitors" action="change">
          <LockButton visitor={visitor} />
        </CanAccess>
        <CanAccess resource="visitors" action="delete">
          <DeleteWithConfirmButton
            mutationMode="pessimistic"
            confirmTitle={`Delete ${visitor.email}?`}
            confirmContent="The account goes with all that it keeps: shelf, places, marks, coins. This cannot be undone."
          />
        </CanAccess>
      </Stack>
    </TopToolbar>
  );
}

function LockButton({ visitor }: { visitor: VisitorRecord }) {
  const [update, { isPending }] = useUpdate();
  const notify = useNotify();
  const toggle = () =>
    update(
      'visitors',
      { id: visitor.id, data: { locked: !visitor.locked }, previousData: visitor },
      {
        mutationMode: 'pessimistic',
        onSuccess: () =>
          notify(visitor.locked ? 'The account is open again' : 'The account is locked and signed out', {
            type: 'success',
          }),
        onError: (error) => notify(error instanceof Error ? error.message : 'Nothing was changed', { type: 'error' }),
      },
    );
  return (
    <Button label={visitor.locked ? 'Unlock' : 'Lock'} onClick={toggle} disabled={isPending}>
      {visitor.locked ? <LockOpenIcon /> : <LockIcon />}
    </Button>
  );
}
