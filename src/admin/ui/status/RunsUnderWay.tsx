import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import CardHeader from '@mui/material/CardHeader';
import type { PublishRun } from '../../contract/publish.ts';
import { CancelButton } from '../publish/CancelButton.tsx';
import { outcomeOf } from '../publish/publish-run.ts';
import { RunProgress } from '../publish/RunProgress.tsx';
import { useRun } from '../publish/use-run.ts';
import { ago } from '../ui/format.ts';
import { useRuns } from './status-data.ts';

/** How long a finished run stays visible. */
const FINISHED_RUN_SHOWN_MS = 10 * 60_000;

/** Live progress of runs started from the admin, including recently finished ones. */
export function RunsUnderWay() {
  const { data = [] } = useRuns();
  return data.filter(isRecent).map((run) => <RunCard key={run.id} started={run} />);
}

const isRecent = ({ ended }: PublishRun) => ended === null || Date.now() - Date.parse(ended) < FINISHED_RUN_SHOWN_MS;

function RunCard({ started }: { started: PublishRun }) {
  const live = useRun(started);
  const run = live.run ?? started;
  const outcome = outcomeOf(run);
  return (
    <Card>
      <CardHeader
        title={outcome === null ? 'Rebuilding' : `Rebuild: ${outcome}`}
        subheader={`Started ${ago(run.started)} by ${run.by}`}
        slotProps={{ title: { component: 'h2', variant: 'h6' } }}
        action={outcome === null && <CancelButton id={run.id} />}
      />
      <CardContent sx={{ pt: 0 }}>
        <RunProgress live={live} />
      </CardContent>
    </Card>
  );
}
