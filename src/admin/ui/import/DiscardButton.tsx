import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm, useNotify, useRedirect } from 'react-admin';
import type { ImportSummary } from '../../contract/imports.ts';
import { discardImport, IMPORTS } from './imports-api.ts';

interface Props {
  readonly batch: Pick<ImportSummary, 'id' | 'name' | 'state'>;
  readonly isIcon?: boolean;
}

/** Deletes the files of a batch, after a confirmation. */
export function DiscardButton({ batch: { id, name, state }, isIcon = false }: Props) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  const discard = async () => {
    setAsking(false);
    try {
      await discardImport(id);
      redirect('/import');
      notify(`“${name}” discarded`);
      await queries.invalidateQueries({ queryKey: IMPORTS });
    } catch (error) {
      notify(error instanceof Error ? error.message : 'The files were not deleted.', { type: 'error' });
    }
  };
  const loss = state === 'stored' ? '' : ' Corrections to books that are not stored yet are lost.';
  return (
    <>
      {isIcon ? (
        <IconButton aria-label={`Discard ${name}`} onClick={() => setAsking(true)}>
          <DeleteIcon />
        </IconButton>
      ) : (
        <Button startIcon={<DeleteIcon />} onClick={() => setAsking(true)}>
          Discard
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        title="Discard the upload?"
        content={`This deletes the uploaded files of “${name}”.${loss} Stored books are kept.`}
        confirm="Discard"
        onConfirm={discard}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
