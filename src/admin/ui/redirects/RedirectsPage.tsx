import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { CanAccess, Title, useGetList, useRedirect } from 'react-admin';
import { useParams } from 'react-router';
import { AddRedirects } from './AddRedirects.tsx';
import { RedirectTable } from './RedirectTable.tsx';

/** The redirects of a brand from addresses of a former site. */
export function RedirectsPage() {
  const { brand: brandInPath = '' } = useParams();
  const { data: brands = [] } = useGetList('brands', { pagination: { page: 1, perPage: 1000 } });
  const brand = brandInPath || String(brands[0]?.id ?? '');
  const redirect = useRedirect();
  return (
    <Stack sx={{ gap: 2, py: 2, minWidth: 0 }}>
      <Title title="Redirects" />
      <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '65ch' }}>
        Visitors who open an address of a former site are sent to the new page. Changes apply within a second, without
        publishing.
      </Typography>
      {brands.length > 1 && (
        <TextField
          select
          label="Brand"
          value={brand}
          onChange={({ target }) => redirect(`/redirects/${target.value}`)}
          sx={{ maxWidth: 280 }}
        >
          {brands.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {brand !== '' && (
        <>
          <CanAccess resource="redirects" action="create">
            <AddRedirects key={brand} brand={brand} />
          </CanAccess>
          <RedirectTable key={`${brand} table`} brand={brand} />
        </>
      )}
    </Stack>
  );
}
