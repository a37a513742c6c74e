import CloudUploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { RedirectReport } from '../../contract/redirects.ts';
import { counted } from '../ui/format.ts';
import { useAddRedirects } from './redirects-data.ts';

/** Adds redirects from lines of CSV, typed or from a file, after a check that explains each refused row. */
export function AddRedirects({ brand }: { brand: string }) {
  const [csv, setCsv] = useState('');
  const [report, setReport] = useState<RedirectReport>();
  const add = useAddRedirects(brand);
  const notify = useNotify();
  const file = useRef<HTMLInputElement>(null);
  const change = (text: string) => {
    setCsv(text);
    setReport(undefined);
  };
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    // Otherwise choosing the same file again would not fire a change event.
    target.value = '';
    if (chosen) change(await chosen.text());
  };
  const send = (check: boolean) =>
    add.mutate(
      { csv, check },
      {
        onSuccess(result) {
          if (check) return setReport(result);
          notify(`${counted(result.added, 'redirect')} added`);
          change('');
        },
        onError: (problem) => notify(problem.message, { type: 'error' }),
      },
    );
  return (
    <Card sx={{ p: 2 }}>
      <Typography variant="h6" component="h2">
        Add redirects
      </Typography>
      <TextField
        label="One redirect per line: old address, new path"
        placeholder={'/story/the-raft, /novel/12\n/about-us, /pages/about'}
        value={csv}
        onChange={({ target }) => change(target.value)}
        multiline
        minRows={3}
        maxRows={12}
        fullWidth
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 1 }}>
        <Button startIcon={<CloudUploadIcon />} onClick={() => file.current?.click()}>
          Choose CSV file
        </Button>
        <Button variant="outlined" disabled={csv.trim() === '' || add.isPending} onClick={() => send(true)}>
          Check
        </Button>
        {report !== undefined && report.added > 0 && (
          <Button variant="contained" disabled={add.isPending} onClick={() => send(false)}>
            Add {counted(report.added, 'redirect')}
          </Button>
        )}
      </Stack>
      <input ref={file} type="file" accept=".csv,.tsv,.txt,text/csv" aria-label="CSV file" onChange={take} hidden />
      {report !== undefined && <Report report={report} />}
    </Card>
  );
}

function Report({ report: { added, existing, refused, warnings } }: { report: RedirectReport }) {
  return (
    <Box role="status" sx={{ mt: 2 }}>
      <Alert severity={refused.length + warnings.length > 0 ? 'warning' : 'success'}>
        {counted(added, 'redirect')} can be added, {existing} exist already, {refused.length} refused.
      </Alert>
      <Box component="ul" sx={{ pl: 2.5 }}>
        {refused.map(({ row, from, to, reason }) => (
          <Box component="li" key={row} sx={{ overflowWrap: 'anywhere' }}>
            Row {row}, {from} → {to}: {reason}
          </Box>
        ))}
        {warnings.map(({ from, to, reason }) => (
          <Box component="li" key={from} sx={{ overflowWrap: 'anywhere' }}>
            {from} → {to} can be added, but visitors will not find a page: {reason}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
