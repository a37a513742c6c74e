import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Link, Title, useRedirect } from 'react-admin';
import { useParams } from 'react-router';
import type { DayFigures, StatisticsOverview } from '../../contract/statistics.ts';
import { number } from '../ui/format.ts';
import { FigureTable } from './FigureTable.tsx';
import { LinesChart } from './LinesChart.tsx';
import { COUNTS, changeOf, compare, PERIODS } from './periods.ts';
import { useCountedBrands, useOverview } from './statistics-data.ts';

/** What visitors of a brand read, search and do. */
export function StatisticsPage() {
  const { brand: brandInPath = '' } = useParams();
  const brands = useCountedBrands();
  const brand = brandInPath || (brands.data?.[0]?.id ?? '');
  const overview = useOverview(brand);
  const redirect = useRedirect();
  const error = brands.error ?? overview.error;
  return (
    <Stack sx={{ gap: 2, py: 2, minWidth: 0 }}>
      <Title title="Statistics" />
      {error && <Alert severity="error">{error.message}</Alert>}
      {brands.data?.length === 0 && (
        <Alert severity="info">No brand has statistics. Set statistics: true in the brand’s brand.ts.</Alert>
      )}
      {brands.data && brands.data.length > 1 && (
        <TextField
          select
          label="Brand"
          value={brand}
          onChange={({ target }) => redirect(`/statistics/${target.value}`)}
          sx={{ maxWidth: 280 }}
        >
          {brands.data.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {overview.isLoading && <Skeleton variant="rounded" height={360} />}
      {overview.data && <Overview brand={brand} overview={overview.data} />}
    </Stack>
  );
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`);

function Overview({
  brand,
  overview: { days, books, words, origins, unread },
}: {
  brand: string;
  overview: StatisticsOverview;
}) {
  const views = origins.reduce((sum, origin) => sum + origin.views, 0);
  return (
    <>
      <Periods days={days} />
      <FigureTable
        title="Last 56 days"
        file={`${brand}-days`}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        empty=""
        columns={[
          { label: 'Day (UTC)', value: ({ day }) => day },
          ...COUNTS.map(([count, label]) => ({ label, value: (row: DayFigures) => row[count] })),
        ]}
      >
        <LinesChart
          rows={days}
          x="day"
          lines={[
            ['devices', 'Devices'],
            ['readers', 'Readers'],
          ]}
          label="Devices and readers by day; the table below has the numbers."
        />
      </FigureTable>
      <FigureTable
        title="Books in 28 days"
        file={`${brand}-books`}
        rows={books}
        keyOf={({ id }) => id}
        empty="No book has been opened in the last 28 days."
        columns={[
          {
            label: 'Book',
            value: ({ title, id }) => title ?? `Deleted book ${id}`,
            show: ({ title, id }) =>
              title === null ? `Deleted book ${id}` : <Link to={`/statistics/${brand}/books/${id}`}>{title}</Link>,
          },
          { label: 'Readers', value: ({ readers }) => readers },
          { label: 'Reads', value: ({ reads }) => reads },
          { label: 'Devices', value: ({ devices }) => devices },
          { label: 'Views', value: ({ views: opened }) => opened },
          { label: 'Added to shelves', value: ({ shelved }) => shelved },
          { label: 'Unlocked chapters', value: ({ unlocks }) => unlocks },
        ]}
      />
      <FigureTable
        title="Searches without results"
        file={`${brand}-searches`}
        rows={words}
        keyOf={({ section, word }) => `${section} ${word}`}
        empty="In the last 28 days, no word without results was searched for by at least three devices on one day."
        columns={[
          { label: 'Word', value: ({ word }) => word },
          { label: 'Searches', value: ({ times }) => times },
          { label: 'Most devices on a day', value: ({ devices }) => devices },
        ]}
      />
      <FigureTable
        title="Chapters nobody reads"
        file={`${brand}-unread`}
        rows={unread}
        keyOf={({ id }) => id}
        empty="Every chapter of the books above was read in the last 28 days."
        columns={[
          {
            label: 'Book',
            value: ({ title }) => title,
            show: ({ title, id }) => <Link to={`/statistics/${brand}/books/${id}`}>{title}</Link>,
          },
          { label: 'Chapters without reads', value: ({ unread: number }) => number },
          { label: 'of', value: ({ chapters }) => chapters },
          { label: 'First', value: ({ firstUnread }) => firstUnread },
        ]}
      />
      <FigureTable
        title="Where visitors come from"
        file={`${brand}-referrers`}
        rows={origins}
        keyOf={({ origin }) => origin}
        empty="No visits in the last 28 days."
        columns={[
          { label: 'Site', value: ({ origin }) => origin || 'Direct' },
          { label: 'Views', value: (row) => row.views },
          { label: 'Share', value: (row) => share(row.views, views) },
        ]}
      />
    </>
  );
}

/** Today, 7 and 28 days, each compared with the period before. */
function Periods({ days }: { days: readonly DayFigures[] }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}>
      {PERIODS.map(({ days: length, label, before }) => (
        <Card key={label} component="section" aria-label={label}>
          <CardContent>
            <Typography component="h2" variant="h6">
              {label}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              compared with {before}
            </Typography>
            <Box
              component="dl"
              sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto 64px', rowGap: 0.5, columnGap: 1 }}
            >
              {COUNTS.map(([count, name]) => {
                const compared = compare(days, count, length);
                return (
                  <Box key={count} sx={{ display: 'contents' }}>
                    <Typography component="dt" variant="body2">
                      {name}
                    </Typography>
                    <Typography component="dd" variant="body2" sx={{ m: 0, textAlign: 'right', fontWeight: 600 }}>
                      {number(compared.value)}
                    </Typography>
                    <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0, textAlign: 'right' }}>
                      {changeOf(compared)}
                    </Typography>
                  </Box>
                );
              })}
            </Box>
          </CardContent>
        </Card>
      ))}
    </Box>
  );
}
