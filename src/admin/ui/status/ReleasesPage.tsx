import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Title, useRedirect } from 'react-admin';
import { useParams } from 'react-router';
import { Comparison } from './Comparison.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';
import { useReleases } from './releases-data.ts';
import { useStatus } from './status-data.ts';

/** The releases of a brand, with buttons to compare two releases and to roll back to a release. */
export function ReleasesPage() {
  const { brand: brandInPath = '' } = useParams();
  const brands = useStatus().data?.brands ?? [];
  const brand = brandInPath || (brands[0]?.brand ?? '');
  const redirect = useRedirect();
  return (
    <Stack sx={{ gap: 2, py: 2, minWidth: 0 }}>
      <Title title="Releases" />
      <TextField
        select
        label="Brand"
        value={brands.some(({ brand: id }) => id === brand) ? brand : ''}
        onChange={({ target }) => redirect(`/releases/${target.value}`)}
        sx={{ maxWidth: 280 }}
      >
        {brands.map(({ brand: id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {brand !== '' && <BrandReleases key={brand} brand={brand} />}
    </Stack>
  );
}

function BrandReleases({ brand }: { brand: string }) {
  const { data = [], error, isSuccess } = useReleases(brand);
  const [pair, setPair] = useState<{ from: string; to: string }>();
  const [newest, previous] = data;
  const from = pair?.from ?? previous?.release ?? '';
  const to = pair?.to ?? newest?.release ?? '';
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (isSuccess && data.length === 0)
    return <Alert severity="info">No releases yet. Publish, or run npm run rebuild -- --brand {brand}.</Alert>;
  return (
    <>
      <Card>
        <ReleaseTable brand={brand} releases={data} from={from} to={to} onPair={setPair} />
      </Card>
      {from !== '' && to !== '' && from !== to && (
        <Card>
          <CardContent>
            <Comparison brand={brand} from={from} to={to} />
          </CardContent>
        </Card>
      )}
    </>
  );
}
