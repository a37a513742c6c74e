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
import type { Answer } from '../../contract/answers.ts';
import type { VisitorRecord } from '../../contract/records.ts';
import { call } from '../providers/http.ts';
import { day, moment, number } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Email or name" />,
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
      empty={{ text: 'No accounts yet', next: 'Visitors create accounts on the sign-in page of each brand.' }}
      phone={{
        primary: ({ email }) => email,
        secondary: ({ created_at }) => `joined ${day(created_at)}`,
        tertiary: ({ locked_at }) => (locked_at === null ? null : <StatusChip value="locked" />),
      }}
    >
      <Col source="email" label="Email" />
      <Col source="name" />
      <Col source="coins" render={({ coins }) => number(coins)} />
      <Col source="created_at" label="Joined" render={({ created_at }) => day(created_at)} />
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
  lockedAt === null ? <>active</> : <StatusChip value="locked" />;

export function VisitorShow() {
  return (
    <Show title={<Title />} actions={<VisitorActions />}>
      <SimpleShowLayout>
        <TextField source="email" label="Email" />
        <TextField source="name" />
        <TextField source="coins" />
        <FunctionField label="Joined" render={({ created_at }: VisitorRecord) => moment(created_at)} />
        <FunctionField label="State" render={({ locked_at }: VisitorRecord) => <VisitorState lockedAt={locked_at} />} />
      </SimpleShowLayout>
    </Show>
  );
}

const Title = () => <>{useRecordContext<VisitorRecord>()?.email ?? ''}</>;

function VisitorActions() {
  const visitor = useRecordContext<VisitorRecord>();
  const act = useAct(visitor);
  if (!visitor) return null;
  const isLocked = visitor.locked_at !== null;
  return (
    <TopToolbar>
      <CanAccess resource="visitors" action="export">
        <Button label="Export" onClick={() => act('export', 'Account data exported', download)}>
          <DownloadIcon />
        </Button>
      </CanAccess>
      <CanAccess resource="visitors" action="lock">
        {isLocked ? (
          <Button label="Unlock" onClick={() => act('unlock', 'Account unlocked')}>
            <LockOpenIcon />
          </Button>
        ) : (
          <Button label="Lock" onClick={() => act('lock', 'Account locked and signed out')}>
            <LockIcon />
          </Button>
        )}
      </CanAccess>
      <CanAccess resource="visitors" action="delete">
        <DeleteWithConfirmButton
          mutationMode="pessimistic"
          confirmTitle={`Delete ${visitor.email}?`}
          confirmContent="This deletes the account with its shelf, reading positions, marks and coins. It cannot be undone."
        />
      </CanAccess>
    </TopToolbar>
  );
}

/** Returns a function that performs an action on an account, shows a notification and refreshes the page. */
function useAct(visitor: VisitorRecord | undefined) {
  const notify = useNotify();
  const refresh = useRefresh();
  return async (action: string, message: string, onData: (data: object, visitor: VisitorRecord) => void = () => {}) => {
    if (!visitor) return;
    try {
      const { data } = await call<Answer<object>>(`visitors/${visitor.id}/${action}`, { method: 'POST', body: {} });
      onData(data, visitor);
      notify(message, { type: 'success' });
      refresh();
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'Something went wrong. Try again.', { type: 'error' });
    }
  };
}

function download(data: object, { id }: VisitorRecord): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: `visitor-${id}.json` }).click();
  URL.revokeObjectURL(url);
}
