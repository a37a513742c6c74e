import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import type { PlanAnswer, PublishRun } from '../../contract/publish.ts';
import { counted } from '../ui/format.ts';
import { CancelButton } from './CancelButton.tsx';
import { PlanTable } from './PlanTable.tsx';
import { outcomeOf, pagesIn, readPlan, startRun } from './publish-run.ts';
import { RunProgress } from './RunProgress.tsx';
import { useRun } from './use-run.ts';

const TITLES = {
  published: 'Published',
  cancelled: 'Cancelled',
  failed: 'Publishing failed',
} as const;

/** Shows the pages that will change and asks for the brands to publish, then shows the run's progress and outcome. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { plan, error: planError } = usePlan();
  const [startedRun, setStartedRun] = useState<PublishRun>();
  const [error, setError] = useState('');
  const live = useRun(startedRun);
  const outcome = live.run ? outcomeOf(live.run) : null;
  const [chosen, setChosen] = useState<readonly string[]>();
  const brands = chosen ?? plan?.filter((brandPlan) => pagesIn(brandPlan) > 0).map(({ brand }) => brand) ?? [];
  const [isStarting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    setError('');
    await startRun(brands).then(setStartedRun, (caught: Error) => setError(caught.message));
    setStarting(false);
  };
  const message = error || planError;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="publish-title">
      <DialogTitle id="publish-title">
        {live.run ? (outcome ? TITLES[outcome] : 'Publishing') : 'Changes to publish'}
      </DialogTitle>
      <DialogContent>
        {message !== '' && <Alert severity="error">{message}</Alert>}
        {!live.run &&
          planError === '' &&
          (plan ? <PlanTable plan={plan} chosen={brands} onChoose={setChosen} /> : <Planning />)}
        {live.run && <RunProgress live={live} />}
      </DialogContent>
      <DialogActions>
        {live.run && outcome === null && <CancelButton id={live.run.id} />}
        <Button onClick={onClose}>Close</Button>
        {!live.run && (
          <Button variant="contained" disabled={isStarting || brands.length === 0} onClick={start}>
            {isStarting ? 'Starting…' : brands.length === 0 ? 'Publish' : `Publish ${counted(brands.length, 'brand')}`}
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
        Finding changed pages. With many books this can take a few seconds.
      </Typography>
      <LinearProgress aria-label="Finding changed pages" />
    </>
  );
}

function usePlan() {
  const [plan, setPlan] = useState<PlanAnswer['pages']>();
  const [error, setError] = useState('');
  useEffect(() => {
    readPlan().then(setPlan, (caught: Error) => setError(caught.message));
  }, []);
  return { plan, error };
}
