import AutoStoriesIcon from '@mui/icons-material/AutoStoriesOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CreateButton, useResourceDefinition } from 'react-admin';

interface Props {
  readonly text: string;
  /** How to add the first record. */
  readonly next?: string;
  readonly children?: ReactNode;
}

/** Shown instead of an empty list. */
export function EmptyState({ text, next, children }: Props) {
  const { hasCreate } = useResourceDefinition();
  return (
    <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1.5, py: 8, px: 2, flex: 1 }}>
      <AutoStoriesIcon color="primary" sx={{ fontSize: 56, opacity: 0.7 }} />
      <Typography variant="h6" component="p">
        {text}
      </Typography>
      {next && (
        <Typography color="textSecondary" sx={{ maxWidth: '46ch' }}>
          {next}
        </Typography>
      )}
      {children ?? (hasCreate === true && <CreateButton variant="contained" />)}
    </Stack>
  );
}
