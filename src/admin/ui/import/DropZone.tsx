import UploadFileIcon from '@mui/icons-material/CloudUploadOutlined';
import FolderIcon from '@mui/icons-material/DriveFolderUploadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { choicesOf } from '../ui/choices.ts';
import { type Contents, groupsOf } from './upload-groups.ts';
import { startUploads } from './uploads.ts';

const CONTENTS = choicesOf<Contents>({
  auto: 'Detect from the file names',
  book: 'One book, with one file per chapter',
  books: 'One book per file',
});

/** Uploads files, folders and ZIPs that are dropped here or chosen in a file dialog. */
export function DropZone() {
  const [contents, setContents] = useState<Contents>('auto');
  const [problem, setProblem] = useState('');
  const start = (files: readonly File[]) => {
    const groups = groupsOf(files, contents);
    setProblem(groups.length === 0 ? 'The selection contains no files.' : '');
    startUploads(groups);
  };
  const { getRootProps, isDragActive } = useDropzone({ noClick: true, noKeyboard: true, onDrop: start });
  const { role: _, tabIndex: __, ...drop } = getRootProps();
  return (
    <Paper
      {...drop}
      component="section"
      aria-label="Add files"
      variant="outlined"
      sx={{
        p: { xs: 2, sm: 3 },
        borderStyle: 'dashed',
        borderWidth: 2,
        ...(isDragActive && { borderColor: 'primary.main', bgcolor: 'action.hover' }),
      }}
    >
      <Stack sx={{ gap: 2, alignItems: 'center', textAlign: 'center' }}>
        <div>
          <Typography variant="h6" component="h2">
            {isDragActive ? 'Drop to upload' : 'Drop files, folders or ZIPs here'}
          </Typography>
          <Typography color="textSecondary">
            EPUB, Word, OpenDocument, Markdown, HTML, plain text, and exports of WordPress and Ghost. Nothing is stored
            before you have reviewed it.
          </Typography>
        </div>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
          <ChooseButton label="Choose files" icon={<UploadFileIcon />} variant="contained" onFiles={start} />
          <ChooseButton label="Choose a folder" icon={<FolderIcon />} isFolder variant="outlined" onFiles={start} />
        </Stack>
        <TextField
          select
          label="Several files or a folder contain"
          value={contents}
          onChange={({ target }) => setContents(target.value as Contents)}
          sx={{ maxWidth: 320, textAlign: 'start' }}
        >
          {CONTENTS.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        {problem !== '' && <Alert severity="warning">{problem}</Alert>}
      </Stack>
    </Paper>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly variant: 'contained' | 'outlined';
  readonly isFolder?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens a file dialog. */
export function ChooseButton({ label, icon, variant, isFolder = false, onFiles }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Otherwise choosing the same files again would not fire a change event.
    target.value = '';
  };
  return (
    <>
      <Button variant={variant} startIcon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: '' } : {})}
        aria-label={label}
        onChange={onChange}
        hidden
      />
    </>
  );
}
