import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Pagination from '@mui/material/Pagination';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, Link, Title, useNotify, useResourceContext } from 'react-admin';
import { useParams } from 'react-router';
import type { ListedVersion } from '../../contract/revisions.ts';
import { ApiError, isChanged } from '../providers/http.ts';
import {
  historyKey,
  type Revised,
  restoreVersion,
  useSeenRecord,
  useVersions,
  VERSIONS_PER_PAGE,
} from './history-data.ts';
import { VersionComparison } from './VersionComparison.tsx';
import { type Pair, VersionList } from './VersionList.tsx';
import { versionName } from './version-texts.ts';

/** Whether there are no versions, for example because nobody has saved settings of a brand. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const REVISED: readonly Revised[] = ['books', 'chapters', 'brand-settings'];

/** The versions of a book, a chapter or a brand's settings: compares any two, and restores one. */
export function HistoryPage() {
  const { id = '' } = useParams();
  const name = useResourceContext();
  const resource = REVISED.find((revised) => revised === name) ?? 'chapters';
  return <History key={`${resource}/${id}`} resource={resource} id={id} />;
}

const UNCHANGED: Readonly<Record<Revised, string>> = {
  books: 'Publication does not change.',
  chapters: 'Publication does not change. The position only changes if the chapter has been moved since.',
  'brand-settings': 'Pages show it after you publish.',
};

interface Props {
  readonly resource: Revised;
  readonly id: string;
}

function History({ resource, id }: Props) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<Pair>();
  const versions = useVersions(resource, id, page);
  const record = useSeenRecord(resource, id);
  const title = String(record.data?.['title'] ?? record.data?.['name'] ?? '');
  const { isRestoring, restoring, setRestoring, restore } = useRestore({ resource, id }, record.data, () => {
    setChosen(undefined);
    setPage(1);
  });
  const error = versions.error ?? record.error;
  if (error)
    return (
      <>
        <Title title={title === '' ? 'History' : `History of ${title}`} />
        <Alert severity={isMissing(error) ? 'info' : 'error'} sx={{ mt: 2 }}>
          {isMissing(error) ? 'Nothing has been saved here yet.' : error.message}
        </Alert>
      </>
    );
  if (!versions.data || !record.data) return <Skeleton variant="rounded" height={320} sx={{ mt: 2 }} />;
  const { data: list, total } = versions.data;
  const pair = chosen ?? (page === 1 && list.length > 1 ? { from: list[1]?.id ?? 0, to: 0 } : undefined);
  const pages = Math.ceil(total / VERSIONS_PER_PAGE);
  return (
    <Stack sx={{ gap: 2, py: 2, minWidth: 0 }}>
      <Title title={`History of ${title}`} />
      <Button component={Link} to={`/${resource}/${id}`} startIcon={<ArrowBackIcon />} sx={{ alignSelf: 'flex-start' }}>
        {title}
      </Button>
      {total === 1 && (
        <Alert severity="info">
          There is only the current version. Each save keeps the version that it replaces, for at least 90 days.
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '360px minmax(0, 1fr)' } }}>
        <Card sx={{ alignSelf: 'start' }}>
          <VersionList versions={list} pair={pair} onPair={setChosen} onRestore={setRestoring} />
          {pages > 1 && (
            <Pagination count={pages} page={page} onChange={(_, next) => setPage(next)} sx={{ p: 1 }} size="small" />
          )}
        </Card>
        {pair && (
          <Card sx={{ minWidth: 0 }}>
            <CardContent>
              <VersionComparison resource={resource} id={id} pair={pair} />
            </CardContent>
          </Card>
        )}
      </Box>
      {restoring && (
        <Confirm
          isOpen
          loading={isRestoring}
          title={`Restore ${versionName(restoring)}?`}
          content={`This saves it as the current version of “${title}”. The version that it replaces stays in the history. ${UNCHANGED[resource]}`}
          confirm="Restore"
          onConfirm={restore}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Stack>
  );
}

/** @param seen the record as the editor sees it */
function useRestore({ resource, id }: Props, seen: object | undefined, onEnd: () => void) {
  const [restoring, setRestoring] = useState<ListedVersion>();
  const [isRestoring, setBusy] = useState(false);
  const notify = useNotify();
  const queries = useQueryClient();
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: historyKey(resource, id) });
    // react-admin has cached the record and lists that contain it.
    await queries.invalidateQueries({ queryKey: [resource] });
  };
  const restore = async () => {
    if (!restoring || !seen) return;
    setBusy(true);
    try {
      await restoreVersion(resource, id, restoring.id, seen);
      notify('Version restored', { type: 'success' });
      await reload();
      onEnd();
    } catch (caught) {
      const message = caught instanceof Error ? caught.message : 'The version could not be restored';
      if (!isChanged(caught)) notify(message, { type: 'error' });
      else {
        notify('Somebody else has changed this since you opened the page. Check the new version, then try again.', {
          type: 'warning',
        });
        await reload();
      }
    } finally {
      setBusy(false);
      setRestoring(undefined);
    }
  };
  return { isRestoring, restoring, setRestoring, restore };
}
