import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import CardHeader from '@mui/material/CardHeader';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, Title, useNotify } from 'react-admin';
import type { Status } from '../../contract/status.ts';
import { startRun } from '../publish/publish-run.ts';
import { counted } from '../ui/format.ts';
import { BrandTable } from './BrandTable.tsx';
import { RunsUnderWay } from './RunsUnderWay.tsx';
import { useStatus } from './status-data.ts';

const NightsChart = lazy(() => import('./NightsChart.tsx').then(({ NightsChart }) => ({ default: NightsChart })));

/** The dashboard: brands, runs under way, and recent nightly rebuilds. */
export function StatusPage() {
  const { data, error, isPending } = useStatus();
  return (
    <Stack sx={{ gap: 2, py: 2, minWidth: 0 }}>
      <Title title="Status" />
      <RunsUnderWay />
      {error && <Alert severity="error">{error.message}</Alert>}
      {isPending && <Skeleton variant="rounded" height={360} />}
      {data && <Dashboard status={data} />}
    </Stack>
  );
}

function Dashboard({ status }: { status: Status }) {
  const start = useStart();
  return (
    <>
      <OpenReports count={status.reports} />
      <Card component="section" aria-labelledby="brands-title">
        <CardHeader title="Brands" slotProps={{ title: { id: 'brands-title', component: 'h2', variant: 'h6' } }} />
        <BrandTable brands={status.brands} onStart={start} />
      </Card>
      <Nights status={status} />
    </>
  );
}

function OpenReports({ count }: { count: number }) {
  if (count === 0) return null;
  const open = `/reports?filter=${encodeURIComponent('{"state":"open"}')}`;
  return (
    <Alert
      severity="info"
      action={
        <Button component={Link} to={open} color="inherit">
          View
        </Button>
      }
    >
      {counted(count, 'open report')} from readers
    </Alert>
  );
}

function useStart() {
  const notify = useNotify();
  const queries = useQueryClient();
  return async (brand: string) => {
    try {
      await startRun([brand]);
      await queries.invalidateQueries({ queryKey: ['publish'] });
    } catch (caught) {
      notify(caught instanceof Error ? caught.message : 'The rebuild could not be started', { type: 'error' });
    }
  };
}

function Nights({ status: { brands, nights } }: { status: Status }) {
  const [brand, setBrand] = useState('');
  const brandNights = brand === '' ? nights : nights.filter((night) => night.brand === brand);
  return (
    <Card component="section" aria-labelledby="nights-title">
      <CardHeader
        title="Runs in the last 30 days, by stage"
        slotProps={{ title: { id: 'nights-title', component: 'h2', variant: 'h6' } }}
        action={
          <TextField
            select
            label="Brand"
            value={brand}
            onChange={({ target }) => setBrand(target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ minWidth: 150 }}
          >
            <MenuItem value="">All brands</MenuItem>
            {brands.map(({ brand: id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        }
      />
      <CardContent>
        {brandNights.length === 0 ? (
          <Alert severity="info">
            No runs in the last 30 days. The timer starts them every night; npm run nightly starts one now.
          </Alert>
        ) : (
          <Suspense fallback={<Skeleton variant="rounded" height={280} />}>
            <NightsChart nights={brandNights} />
          </Suspense>
        )}
      </CardContent>
    </Card>
  );
}
