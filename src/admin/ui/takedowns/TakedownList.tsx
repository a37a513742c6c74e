import AllowIcon from '@mui/icons-material/LockOpenOutlined';
import ResumeIcon from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Button, CanAccess, Confirm, DataTable, SearchInput, useListContext, useNotify, useRefresh } from 'react-admin';
import type { TakedownRecord } from '../../contract/takedowns.ts';
import { call } from '../providers/http.ts';
import { ago } from '../ui/format.ts';
import { LanguageFilter, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Title or reason" />,
  <LanguageFilter key="section" source="section" />,
];

const Col = DataTable.Col<TakedownRecord>;

/** Lists the books that were taken down. Their removal can be completed, and their keys can be allowed again. */
export function TakedownList() {
  return (
    <ResourceList<TakedownRecord>
      filters={FILTERS}
      sort={{ field: 'at', order: 'DESC' }}
      rowClick={false}
      exporter={false}
      bulk={false}
      empty={{
        text: 'No book was taken down',
        next: 'Open a book to take it down, for example after a demand by its rights holder.',
      }}
      phone={{
        primary: ({ title }) => title,
        secondary: (record) => (
          <Stack sx={{ gap: 0.5, alignItems: 'flex-start' }}>
            <span>
              {record.status} · {ago(record.at)}
            </span>
            <Reason record={record} />
            <Removal record={record} />
            <Actions record={record} />
          </Stack>
        ),
      }}
    >
      <Col
        source="title"
        render={(record) => (
          <Box sx={{ overflowWrap: 'anywhere', maxWidth: 360 }}>
            {record.title}
            <Reason record={record} />
          </Box>
        )}
      />
      <Col source="section" label="Language" render={languageOf} />
      <Col source="status" label="Answer" disableSort />
      <Col source="at" label="Taken down" sx={{ whiteSpace: 'nowrap' }} render={({ at }) => ago(at)} />
      <Col label="Removal" disableSort render={(record) => <Removal record={record} />} />
      <Col label="Actions" disableSort render={(record) => <Actions record={record} />} />
    </ResourceList>
  );
}

const Reason = ({ record: { reason } }: { record: TakedownRecord }) => (
  <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
    {reason ?? 'No reason given'}
  </Typography>
);

const POLL_MS = 3000;

/** The progress of the removal from sites, releases and media. */
function Removal({ record: { removal, message } }: { record: TakedownRecord }) {
  const { refetch } = useListContext();
  useEffect(() => {
    if (removal !== 'running') return;
    const timer = setInterval(() => void refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, [removal, refetch]);
  if (removal === null) return <>–</>;
  return (
    <Box aria-live="polite">
      <StatusChip value={removal} />
      {message !== '' && (
        <Typography variant="body2" color={removal === 'failed' ? 'error' : 'textSecondary'}>
          {message}
        </Typography>
      )}
    </Box>
  );
}

function Actions({ record: { id, title, removal } }: { record: TakedownRecord }) {
  const [isAsking, setAsking] = useState(false);
  const notify = useNotify();
  const refresh = useRefresh();
  const act = async (action: 'resume' | 'allow', done: string) => {
    setAsking(false);
    try {
      await call(`takedowns/${id}/${action}`, { method: 'POST', body: {} });
      notify(done, { type: 'success' });
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'This failed. Try again.', { type: 'error' });
    }
    refresh();
  };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
      {removal !== 'running' && removal !== 'done' && (
        <CanAccess resource="takedowns" action="resume">
          <Button
            label="Complete"
            aria-label={`Complete the removal of “${title}”`}
            onClick={() => act('resume', 'The removal has started')}
          >
            <ResumeIcon />
          </Button>
        </CanAccess>
      )}
      <CanAccess resource="takedowns" action="allow">
        <Button
          label="Allow again"
          aria-label={`Allow again: “${title}”`}
          disabled={removal === 'running'}
          onClick={() => setAsking(true)}
        >
          <AllowIcon />
        </Button>
      </CanAccess>
      <Confirm
        isOpen={isAsking}
        title={`Allow “${title}” again?`}
        content="The book can then be imported again, as a new book. Nothing that was removed comes back by itself."
        confirm="Allow again"
        onConfirm={() => act('allow', `“${title}” can be imported again`)}
        onClose={() => setAsking(false)}
      />
    </Stack>
  );
}
