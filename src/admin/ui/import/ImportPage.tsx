import Stack from '@mui/material/Stack';
import { Title } from 'react-admin';
import { BatchList } from './BatchList.tsx';
import { DropZone } from './DropZone.tsx';
import { UploadList } from './UploadList.tsx';

/** Uploads files, and lists the uploaded files that are not stored yet. */
export function ImportPage() {
  return (
    <Stack sx={{ gap: 2, py: 2, minWidth: 0 }}>
      <Title title="Import" />
      <DropZone />
      <UploadList />
      <BatchList />
    </Stack>
  );
}
