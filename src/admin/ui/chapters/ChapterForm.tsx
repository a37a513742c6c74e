import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { Create, FormDataConsumer, NumberInput, required, SimpleForm, TextInput, useRecordContext } from 'react-admin';
import type { ChapterRecord } from '../../contract/records.ts';
import { HistoryActions } from '../history/HistoryActions.tsx';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { TakedownOfBookButton } from '../takedowns/TakedownButton.tsx';
import { BookInput } from '../ui/BookField.tsx';
import { choicesOf } from '../ui/choices.ts';
import { MomentInput } from '../ui/MomentInput.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { CHAPTER_STATES } from './ChapterList.tsx';
import { ReaderPreview } from './ReaderPreview.tsx';

const ChapterText = lazy(() => import('./editor/ChapterText.tsx').then((module) => ({ default: module.ChapterText })));

const KINDS = choicesOf<ChapterRecord['kind']>({ chapter: 'Chapter', section: 'Unnumbered section' });

export function ChapterEdit() {
  return (
    <RecordEdit title={<ChapterTitle />} redirect={false} actions={<ChapterActions />}>
      <SimpleForm sx={FULL_WIDTH} resetOptions={KEEP_TYPED}>
        <FormGuard />
        <ChapterFields />
      </SimpleForm>
    </RecordEdit>
  );
}

const ChapterActions = () => (
  <HistoryActions>
    <TakedownOfBookButton />
  </HistoryActions>
);

export function ChapterCreate() {
  return (
    <Create title="New chapter" redirect="edit">
      <SimpleForm sx={FULL_WIDTH} defaultValues={{ kind: 'chapter', state: 'draft', html: '' }}>
        <BookInput validate={required()} />
        <ChapterFields />
      </SimpleForm>
    </Create>
  );
}

function ChapterTitle() {
  const chapter = useRecordContext<ChapterRecord>();
  return <>{chapter ? `${chapter.place}. ${chapter.title}` : ''}</>;
}

const FULL_WIDTH = { maxWidth: 'none' };
const ROW = { display: 'grid', gap: 2, width: '100%', gridTemplateColumns: { xs: '1fr', md: '2fr 1fr 1fr' } };
const PANES = {
  display: 'grid',
  gap: 3,
  width: '100%',
  gridTemplateColumns: { xs: '1fr', lg: 'minmax(0, 1fr) 420px' },
};

function ChapterFields() {
  return (
    <>
      <Box sx={ROW}>
        <TextInput source="title" validate={required()} />
        <TextInput source="part" helperText="Title of the part or volume" />
        <SelectInput source="kind" choices={KINDS} validate={required()} />
        <SelectInput source="state" choices={CHAPTER_STATES} validate={required()} />
        <FormDataConsumer<ChapterRecord>>
          {({ formData }) =>
            formData.state === 'scheduled' && (
              <MomentInput source="publish_at" label="Publish at" validate={required()} />
            )
          }
        </FormDataConsumer>
        <NumberInput source="price" label="Price in coins" min={0} helperText="Leave empty if the chapter is free" />
      </Box>
      <Box sx={PANES}>
        <Suspense fallback={<Waiting />}>
          <ChapterText source="html" />
        </Suspense>
        <ReaderPreview />
      </Box>
    </>
  );
}
