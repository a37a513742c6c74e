import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { CancelButton } from './CancelButton.tsx';
import { PlanTable } from './PlanTable.tsx';
import { type BrandPlan, outcomeOf, pagesIn, type Run, readPlan, startRun } from './publish-run.ts';
import { RunProgress } from './RunProgress.tsx';
import { useRun } from './use-run.ts';

const TITLES = {
  published: 'It is live',
  cancelled: 'Cancelled',
  failed: 'It did not go live everywhere',
} as const;

/** Three steps: which pages change, how the run goes, how it ended. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { plan, error: planError } = usePlan();
  const [begun, setBegun] = useState<Run>();
  const [error, setError] = useState('');
  const live = useRun(begun);
  const outcome = live.run ? outcomeOf(live.run) : null;
  const brands = plan?.filter((one) => pagesIn(one) > 0).map(({ brand }) => brand) ?? [];
  const start = () => startRun(brands).then(setBegun, (caught: Error) => setError(caught.message));
  const trouble = error || planError;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="publish-title">
      <DialogTitle id="publish-title">
        {live.run ? (outcome ? TITLES[outcome] : 'Publishing') : 'What will change'}
      </DialogTitle>
      <DialogContent>
        {trouble !== '' && <Alert severity="error">{trouble}</Alert>}
        {!live.run && planError === '' && (plan ? <PlanTable plan={plan} /> : <Planning />)}
        {live.run && <RunProgress live={live} />}
      </DialogContent>
      <DialogActions>
        {live.run && outcome === null && <CancelButton id={live.run.id} />}
        <Button onClick={onClose}>Close</Button>
        {!live.run && (
          <Button variant="contained" disabled={brands.length === 0} onClick={start}>
            Publish {brands.length === 1 ? '1 brand' : `${brands.length} brands`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Planning() {
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Looking which pages of each brand change. With many books this takes some seconds.
      </Typography>
      <LinearProgress aria-label="Looking which pages change" />
    </>
  );
}

function usePlan() {
  const [plan, setPlan] = useState<BrandPlan[]>();
  const [error, setError] = useState('');
  useEffect(() => {
    readPlan().then(setPlan, (caught: Error) => setError(caught.message));
  }, []);
  return { plan, error };
}
