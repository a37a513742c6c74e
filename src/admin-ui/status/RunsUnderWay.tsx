import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import CardHeader from '@mui/material/CardHeader';
import { CancelButton } from '../publish/CancelButton.tsx';
import { outcomeOf, type Run } from '../publish/publish-run.ts';
import { RunProgress } from '../publish/RunProgress.tsx';
import { useRun } from '../publish/use-run.ts';
import { ago } from '../ui/format.ts';
import { useRuns } from './status-data.ts';

/** How long a run that has ended is still shown. */
const SHOWN_MS = 10 * 60_000;

/** Runs that were begun by the admin, live, and those that ended a moment ago. */
export function RunsUnderWay() {
  const { data = [] } = useRuns();
  return data.filter(isRecent).map((run) => <RunCard key={run.id} begun={run} />);
}

const isRecent = ({ ended }: Run) => ended === null || Date.now() - Date.parse(ended) < SHOWN_MS;

function RunCard({ begun }: { begun: Run }) {
  const live = useRun(begun);
  const run = live.run ?? begun;
  const outcome = outcomeOf(run);
  return (
    <Card>
      <CardHeader
        title={outcome === null ? 'Rebuilding' : `Rebuild: ${outcome}`}
        subheader={`begun ${ago(run.started)} by ${run.by}`}
        slotProps={{ title: { component: 'h2', variant: 'h6' } }}
        action={outcome === null && <CancelButton id={run.id} />}
      />
      <CardContent sx={{ pt: 0 }}>
        <RunProgress live={live} />
      </CardContent>
    </Card>
  );
}
