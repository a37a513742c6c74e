import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useBrands } from '../ui/brands.tsx';
import { number } from '../ui/format.ts';
import { StatusChip } from '../ui/StatusChip.tsx';
import type { BrandRun } from './publish-run.ts';
import type { LiveRun } from './use-run.ts';

/** How each brand of a run is getting on, live. */
export function RunProgress({ live: { run, isLost } }: { live: LiveRun }) {
  const known = useBrands();
  return (
    <Box aria-live="polite">
      {isLost && run?.ended === null && (
        <Alert severity="warning">The connection was lost. The run goes on; trying again.</Alert>
      )}
      {run?.brands.map((brand) => (
        <BrandRow
          key={brand.brand}
          name={known.find(({ id }) => id === brand.brand)?.name ?? brand.brand}
          run={brand}
        />
      ))}
    </Box>
  );
}

function BrandRow({ name, run }: { name: string; run: BrandRun }) {
  const { state, report, message } = run;
  return (
    <Box sx={{ py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography sx={{ fontWeight: 600, flex: 1 }}>{name}</Typography>
        {state === 'running' ? (
          <Typography color="textSecondary">{stageOf(run)}</Typography>
        ) : (
          <StatusChip value={report?.status ?? state} />
        )}
      </Box>
      {state === 'running' && <Bar name={name} {...run} />}
      {report?.pages && (
        <Typography variant="body2" color="textSecondary">
          {number(report.pages.rendered)} pages rendered, {number(report.pages.kept)} kept,{' '}
          {number(report.pages.removed)} removed
        </Typography>
      )}
      {message && (
        <Typography variant="body2" color="error" sx={{ whiteSpace: 'pre-wrap' }}>
          {message}
        </Typography>
      )}
    </Box>
  );
}

function stageOf({ stage, done, total }: BrandRun): string {
  const counted = done !== null && total !== null && total > 0;
  return `${stage ?? 'beginning'}${counted ? `, ${number(done)} of ${number(total)}` : ''}`;
}

function Bar({ name, done, total }: { name: string } & Pick<BrandRun, 'done' | 'total'>) {
  if (done === null || total === null || total === 0) return <LinearProgress aria-label={name} sx={{ mt: 1 }} />;
  const value = Math.min(100, (done / total) * 100);
  return <LinearProgress aria-label={name} variant="determinate" value={value} sx={{ mt: 1 }} />;
}
