import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { CanAccess, Confirm, useNotify } from 'react-admin';
import { REDIRECTS_PER_PAGE, useDeleteRedirects, useRedirects } from './redirects-data.ts';

const FOR_SCREEN_READERS = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
};

/** Lists and deletes redirects. */
export function RedirectTable({ brand }: { brand: string }) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(0);
  const [deleting, setDeleting] = useState<string>();
  const { data, error } = useRedirects(brand, text.trim(), page + 1);
  const remove = useDeleteRedirects(brand);
  const notify = useNotify();
  if (error) return <Alert severity="error">{error.message}</Alert>;
  const rows = data?.data ?? [];
  const confirm = () =>
    remove.mutate([deleting ?? ''], {
      onSuccess: () => notify('Redirect deleted'),
      onError: (problem) => notify(problem.message, { type: 'error' }),
      onSettled: () => setDeleting(undefined),
    });
  return (
    <Card sx={{ p: 2, minWidth: 0 }}>
      <TextField
        label="Search redirects"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setPage(0);
        }}
        sx={{ maxWidth: 360 }}
      />
      {data && rows.length === 0 ? (
        <Alert severity="info" sx={{ mt: 1 }}>
          {text.trim() === '' ? 'No redirects yet.' : 'No redirect contains this text.'}
        </Alert>
      ) : (
        <Table size="small" sx={{ tableLayout: 'fixed', mt: 1 }}>
          <TableHead>
            <TableRow>
              <TableCell>Old address</TableCell>
              <TableCell>New path</TableCell>
              <TableCell sx={{ width: 56 }}>
                <Box component="span" sx={FOR_SCREEN_READERS}>
                  Actions
                </Box>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ from, to }) => (
              <TableRow key={from}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{from}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{to}</TableCell>
                <TableCell sx={{ px: 0.5 }}>
                  <CanAccess resource="redirects" action="delete">
                    <IconButton aria-label={`Delete the redirect from ${from}`} onClick={() => setDeleting(from)}>
                      <DeleteIcon />
                    </IconButton>
                  </CanAccess>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {(data?.total ?? 0) > REDIRECTS_PER_PAGE && (
        <TablePagination
          component="div"
          count={data?.total ?? 0}
          page={page}
          rowsPerPage={REDIRECTS_PER_PAGE}
          rowsPerPageOptions={[REDIRECTS_PER_PAGE]}
          onPageChange={(_, next) => setPage(next)}
        />
      )}
      <Confirm
        isOpen={deleting !== undefined}
        title="Delete this redirect?"
        content={`${deleting} will then be an unknown address. You can undo this in the audit log.`}
        confirm="Delete"
        onConfirm={confirm}
        onClose={() => setDeleting(undefined)}
      />
    </Card>
  );
}
