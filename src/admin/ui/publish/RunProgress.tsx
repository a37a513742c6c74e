import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { BrandRun } from '../../contract/publish.ts';
import { useBrands } from '../ui/brands.tsx';
import { number } from '../ui/format.ts';
import { StatusChip } from '../ui/StatusChip.tsx';
import type { LiveRun } from './use-run.ts';

/** Live progress of each brand of a run. */
export function RunProgress({ live: { run, isLost } }: { live: LiveRun }) {
  const brands = useBrands();
  return (
    <Box aria-live="polite">
      {isLost && run?.ended === null && (
        <Alert severity="warning">Connection lost. The run continues; reconnecting…</Alert>
      )}
      {run?.brands.map((brand) => (
        <BrandRow
          key={brand.brand}
          name={brands.find(({ id }) => id === brand.brand)?.name ?? brand.brand}
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
      {report && (
        <Typography variant="body2" color="textSecondary">
          {number(report.pages.rendered)} pages rendered, {number(report.pages.kept)} unchanged,{' '}
          {number(report.pages.removed)} removed
        </Typography>
      )}
      {message !== '' && (
        <Typography variant="body2" color="error" sx={{ whiteSpace: 'pre-wrap' }}>
          {message}
        </Typography>
      )}
    </Box>
  );
}

function stageOf({ stage, done, total }: BrandRun): string {
  return `${stage || 'starting'}${total > 0 ? `, ${number(done)} of ${number(total)}` : ''}`;
}

function Bar({ name, done, total }: { name: string } & Pick<BrandRun, 'done' | 'total'>) {
  if (total === 0) return <LinearProgress aria-label={name} sx={{ mt: 1 }} />;
  const value = Math.min(100, (done / total) * 100);
  return <LinearProgress aria-label={name} variant="determinate" value={value} sx={{ mt: 1 }} />;
}
