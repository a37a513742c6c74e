import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import List from '@mui/material/List';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TablePagination from '@mui/material/TablePagination';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import type { BookPreview, PlannedChapter } from '../../contract/imports.ts';
import { Announcement } from '../ui/Announcement.tsx';
import { number } from '../ui/format.ts';
import { ChapterDialog } from './ChapterDialog.tsx';
import { ChapterRow, type RowAction } from './ChapterRow.tsx';
import { focusAfter } from './focus-after.ts';
import { HistoryButtons } from './HistoryButtons.tsx';
import { useBeginnings } from './imports-api.ts';
import { OmittedList } from './OmittedList.tsx';
import { idOf, mergedWithPrevious, moved, omittedFrom, openOddities, type Plan, without } from './plan.ts';
import { beginningOf, detailsOf, placesToShow, totalsOf } from './plan-texts.ts';
import { retitled } from './retitled.ts';
import { SplitDialog } from './SplitDialog.tsx';
import { useBlockWords } from './use-block-words.ts';
import type { ChapterEdits } from './use-corrections.ts';

interface Props {
  readonly batch: string;
  readonly book: number;
  readonly preview: BookPreview;
  readonly edits: ChapterEdits;
}

/** The open dialog and the id of its chapter. */
type OpenDialog = { readonly kind: 'details' | 'split'; readonly id: string };

const MIN_PAGE_SIZE = 25;
const PAGE_SIZES = [MIN_PAGE_SIZE, 50, 100];

/**
 * Edits the chapters to store: changes titles, parts and order; merges, splits and leaves out chapters; undoes edits.
 */
export function ChapterPlan({ batch, book, preview, edits }: Props) {
  const { plan, edit } = edits;
  const [page, setPage] = useState(0);
  const [perPage, setPerPage] = useState(MIN_PAGE_SIZE);
  const [search, setSearch] = useState('');
  const [isOddOnly, setOddOnly] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [announcement, setAnnouncement] = useState('');
  const oddities = useMemo(() => openOddities(plan, preview.oddities, preview.chapters), [plan, preview]);
  const omitted = useMemo(() => omittedFrom(plan, preview.chapters), [plan, preview]);
  const blockWords = useBlockWords(plan, { batch, book, preview });
  const places = placesToShow(plan, { search, oddities: isOddOnly ? oddities : undefined });
  const lastPage = Math.max(0, Math.ceil(places.length / perPage) - 1);
  const shownPage = Math.min(page, lastPage);
  const shownPlaces = places.slice(shownPage * perPage, (shownPage + 1) * perPage);
  const firstChapters = new Set(shownPlaces.flatMap((place) => plan[place]?.pieces[0]?.chapter ?? []));
  const { data: beginnings } = useBeginnings(batch, book, preview.fingerprint, [...firstChapters]);
  const open = dialog && plan.findIndex((chapter) => idOf(chapter) === dialog.id);

  const apply = (to: Plan, what: string) => {
    edit(to, what);
    setAnnouncement(what);
  };
  /** Shows the page of a chapter. */
  const show = (place: number) => {
    const at = places.indexOf(place);
    if (at >= 0) setPage(Math.floor(at / perPage));
  };
  const act = (place: number, action: RowAction) => {
    const chapter = plan[place];
    if (!chapter) return;
    const id = idOf(chapter);
    if (action === 'details' || action === 'split') return setDialog({ kind: action, id });
    if (action === 'up' || action === 'down') {
      const to = place + (action === 'up' ? -1 : 1);
      if (to < 0 || to >= plan.length) return;
      const move = () => {
        apply(moved(plan, place, to), `Moved “${chapter.title}” to position ${to + 1}`);
        show(to);
      };
      focusAfter(move, `${action}-${id}`, `more-${id}`);
    } else if (action === 'merge') {
      const previous = plan[place - 1];
      if (!previous) return;
      const merge = () => {
        apply(mergedWithPrevious(plan, place), `Merged “${chapter.title}” with “${previous.title}”`);
        show(place - 1);
      };
      focusAfter(merge, `more-${idOf(previous)}`);
    } else if (action === 'leave-out') {
      const next = plan[place + 1] ?? plan[place - 1];
      const leaveOut = () => apply(without(plan, place), `Left out “${chapter.title}”`);
      focusAfter(leaveOut, ...(next ? [`more-${idOf(next)}`] : []));
    }
  };
  return (
    <Card component="section" aria-labelledby="chapters-title">
      <CardContent sx={{ px: { xs: 1.5, sm: 2 } }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
          <Box sx={{ flex: 1, minWidth: 180 }}>
            <Typography variant="h6" component="h3" id="chapters-title">
              Chapters
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {totalsOf(plan, preview, blockWords)}
            </Typography>
          </Box>
          <HistoryButtons edits={edits} onStep={setAnnouncement} />
        </Stack>
        <GeneralOddities preview={preview} />
        <Stack direction="row" sx={{ columnGap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <TextField
            label="Find a chapter"
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            sx={{ flex: 1, minWidth: 180, maxWidth: 320 }}
          />
          {(oddities.size > 0 || isOddOnly) && (
            <FormControlLabel
              control={<Switch checked={isOddOnly} onChange={(_, isOn) => setOddOnly(isOn)} />}
              label={`Only chapters to check (${number(oddities.size)})`}
            />
          )}
        </Stack>
        <Announcement text={announcement} />
        {places.length === 0 && (
          <Alert severity="info" sx={{ my: 1 }}>
            {plan.length === 0 ? 'Every chapter is left out.' : 'No chapters match.'}
          </Alert>
        )}
        <List disablePadding aria-labelledby="chapters-title">
          {shownPlaces.map((place, at, shown) => {
            const chapter = plan[place] as PlannedChapter;
            const previous = shown[at - 1];
            const isFirstOfPart = at === 0 || previous === undefined || plan[previous]?.part !== chapter.part;
            return (
              <ChapterRow
                key={idOf(chapter)}
                chapter={chapter}
                place={place}
                count={plan.length}
                part={isFirstOfPart ? chapter.part : null}
                language={preview.language.code}
                details={detailsOf(chapter, preview, blockWords)}
                begins={beginnings ? beginningOf(chapter, beginnings) : LOADING}
                oddities={oddities.get(idOf(chapter)) ?? NONE}
                onAction={(action) => act(place, action)}
                onTitle={(title) => apply(retitled(plan, place, title), `Renamed chapter ${place + 1} to “${title}”`)}
              />
            );
          })}
        </List>
        {places.length > MIN_PAGE_SIZE && (
          <TablePagination
            component="div"
            count={places.length}
            page={shownPage}
            rowsPerPage={perPage}
            rowsPerPageOptions={PAGE_SIZES}
            labelRowsPerPage="Per page"
            showFirstButton
            showLastButton
            onPageChange={(_, to) => setPage(to)}
            onRowsPerPageChange={({ target }) => {
              setPerPage(Number(target.value));
              setPage(0);
            }}
            sx={{ '& .MuiTablePagination-toolbar': { px: 0, flexWrap: 'wrap', justifyContent: 'flex-end' } }}
          />
        )}
        <OmittedList omitted={omitted} plan={plan} preview={preview} onRestore={apply} />
      </CardContent>
      {dialog?.kind === 'details' && open !== undefined && open >= 0 && (
        <ChapterDialog
          plan={plan}
          place={open}
          onClose={() => setDialog(undefined)}
          onSave={(to, what, place) => {
            apply(to, what);
            setDialog(undefined);
            show(place);
          }}
        />
      )}
      {dialog?.kind === 'split' && open !== undefined && open >= 0 && (
        <SplitDialog
          batch={batch}
          book={book}
          fingerprint={preview.fingerprint}
          plan={plan}
          place={open}
          onClose={() => setDialog(undefined)}
          onSplit={(to, what) => {
            apply(to, what);
            setDialog(undefined);
          }}
        />
      )}
    </Card>
  );
}

/** Reserves the line of the first words while they load. */
const LOADING = '\u00a0';
const NONE: readonly string[] = [];

/** Oddities that concern no chapter in particular. */
function GeneralOddities({ preview }: { preview: BookPreview }) {
  return preview.oddities
    .filter(({ chapters }) => chapters.length === 0)
    .map(({ message }) => (
      <Alert key={message} severity="warning" sx={{ mb: 1 }}>
        {message}
      </Alert>
    ));
}
