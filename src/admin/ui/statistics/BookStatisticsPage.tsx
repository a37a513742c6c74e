import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link, Title } from 'react-admin';
import { useParams } from 'react-router';
import type { BookStatistics } from '../../contract/statistics.ts';
import { FigureTable } from './FigureTable.tsx';
import { LinesChart } from './LinesChart.tsx';
import { stopsOf } from './periods.ts';
import { useBookStatistics } from './statistics-data.ts';

const percent = (share: number) => `${Math.round(share * 100)} %`;
const MAX_STOPS = 10;

/** How far readers of a book read, and where they come from, in the last 28 days. */
export function BookStatisticsPage() {
  const { brand = '', book = '' } = useParams();
  const { data, error, isLoading } = useBookStatistics(brand, book);
  return (
    <Stack sx={{ gap: 2, py: 2, minWidth: 0 }}>
      <Title title={data ? `Statistics of ${data.title}` : 'Statistics'} />
      <Link to={`/statistics/${brand}`}>All books</Link>
      {error && <Alert severity="error">{error.message}</Alert>}
      {isLoading && <Skeleton variant="rounded" height={360} />}
      {data && <Figures statistics={data} />}
    </Stack>
  );
}

function Figures({ statistics: { id, chapters, origins, finishRate } }: { statistics: BookStatistics }) {
  const finished =
    finishRate === null
      ? 'Nobody has read the first chapter.'
      : `${percent(finishRate)} of the first chapter’s readers read the last chapter.`;
  return (
    <>
      <Typography>Last 28 days. {finished}</Typography>
      <FigureTable
        title="Readers by chapter"
        file={`book-${id}-chapters`}
        rows={chapters}
        keyOf={(chapter) => chapter.id}
        empty="The book has no published chapters."
        columns={[
          { label: 'Chapter', value: ({ number, title }) => `${number}. ${title}` },
          { label: 'Readers', value: ({ readers }) => readers },
          { label: 'Reads', value: ({ reads }) => reads },
          { label: 'Devices', value: ({ devices }) => devices },
          { label: 'Views', value: ({ views }) => views },
        ]}
      >
        <LinesChart
          rows={chapters}
          x="number"
          lines={[
            ['devices', 'Opened by devices'],
            ['readers', 'Read by devices'],
          ]}
          label={`Devices that opened and read each chapter. ${finished} The table below has the numbers.`}
        />
      </FigureTable>
      <FigureTable
        title="Where readers stop"
        file={`book-${id}-stops`}
        rows={stopsOf(chapters, MAX_STOPS)}
        keyOf={({ after }) => after.id}
        empty="No chapter with at least five readers has fewer readers in the next chapter."
        columns={[
          { label: 'After chapter', value: ({ after }) => `${after.number}. ${after.title}` },
          { label: 'Fewer readers', value: ({ lost }) => lost },
          { label: 'Share', value: ({ share }) => percent(share) },
        ]}
      />
      <FigureTable
        title="Where visitors come from"
        file={`book-${id}-referrers`}
        rows={origins}
        keyOf={({ origin }) => origin}
        empty="No visits from other sites in the last 28 days."
        columns={[
          { label: 'Site', value: ({ origin }) => origin || 'Direct' },
          { label: 'Views', value: ({ views }) => views },
        ]}
      />
    </>
  );
}
