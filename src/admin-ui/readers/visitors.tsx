import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import {
  BooleanInput,
  Button,
  CanAccess,
  DataTable,
  DeleteWithConfirmButton,
  FunctionField,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextField,
  TopToolbar,
  useNotify,
  useRecordContext,
  useRefresh,
} from 'react-admin';
import { call } from '../providers/http.ts';
import type { VisitorRecord } from '../records.ts';
import { day, moment, number } from '../ui/format.ts';
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
      exporter={false}
      empty={{ text: 'No accounts yet', next: 'Visitors make them on the sign-in page of each brand.' }}
      phone={{
        primary: ({ email }) => email,
        secondary: ({ created_at }) => `since ${day(created_at)}`,
        tertiary: ({ locked_at }) => (locked_at === null ? null : <StatusChip value="locked" />),
      }}
    >
      <Col source="email" label="Mail" />
      <Col source="name" />
      <Col source="coins" render={({ coins }) => number(coins)} />
      <Col source="created_at" label="Since" render={({ created_at }) => day(created_at)} />
      <Col
        source="locked_at"
        label="State"
        disableSort
        render={({ locked_at }) => <VisitorState lockedAt={locked_at} />}
      />
    </ResourceList>
  );
}

const VisitorState = ({ lockedAt }: { lockedAt: string | null }) =>
  lockedAt === null ? <>open</> : <StatusChip value="locked" />;

export function VisitorShow() {
  return (
    <Show title={<Mail />} actions={<VisitorActions />}>
      <SimpleShowLayout>
        <TextField source="email" label="Mail" />
        <TextField source="name" />
        <TextField source="coins" />
        <FunctionField label="Since" render={({ created_at }: VisitorRecord) => moment(created_at)} />
        <FunctionField label="State" render={({ locked_at }: VisitorRecord) => <VisitorState lockedAt={locked_at} />} />
      </SimpleShowLayout>
    </Show>
  );
}

const Mail = () => <>{useRecordContext<VisitorRecord>()?.email ?? ''}</>;

function VisitorActions() {
  const visitor = useRecordContext<VisitorRecord>();
  const act = useAct(visitor);
  if (!visitor) return null;
  const isLocked = visitor.locked_at !== null;
  return (
    <TopToolbar>
      <CanAccess resource="visitors" action="export">
        <Button label="Export" onClick={() => act('export', 'The file has all that the account keeps', download)}>
          <DownloadIcon />
        </Button>
      </CanAccess>
      <CanAccess resource="visitors" action="lock">
        {isLocked ? (
          <Button label="Unlock" onClick={() => act('unlock', 'The account is open again')}>
            <LockOpenIcon />
          </Button>
        ) : (
          <Button label="Lock" onClick={() => act('lock', 'The account is locked and signed out')}>
            <LockIcon />
          </Button>
        )}
      </CanAccess>
      <CanAccess resource="visitors" action="delete">
        <DeleteWithConfirmButton
          mutationMode="pessimistic"
          confirmTitle={`Delete ${visitor.email}?`}
          confirmContent="The account goes with all that it keeps: shelf, places, marks, coins. This cannot be undone."
        />
      </CanAccess>
    </TopToolbar>
  );
}

/** Does something with an account, tells how it went, and shows it anew. */
function useAct(visitor: VisitorRecord | undefined) {
  const notify = useNotify();
  const refresh = useRefresh();
  return async (action: string, done: string, use: (data: object, visitor: VisitorRecord) => void = () => {}) => {
    if (!visitor) return;
    try {
      const { data } = await call<{ data: object }>(`visitors/${visitor.id}/${action}`, { method: 'POST', body: {} });
      use(data, visitor);
      notify(done, { type: 'success' });
      refresh();
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'Nothing was changed', { type: 'error' });
    }
  };
}

function download(data: object, { id }: VisitorRecord): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: `visitor-${id}.json` }).click();
  URL.revokeObjectURL(url);
}
