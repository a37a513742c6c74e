import RestoreIcon from '@mui/icons-material/Restore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Radio from '@mui/material/Radio';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CanAccess } from 'react-admin';
import type { ListedVersion } from '../../contract/revisions.ts';
import { moment } from '../ui/format.ts';
import { changedText, savedBy, versionName, wordsText } from './version-texts.ts';

/** Ids of the two compared versions. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

interface Props {
  readonly versions: readonly ListedVersion[];
  readonly pair: Pair | undefined;
  readonly onPair: (pair: Pair) => void;
  readonly onRestore: (version: ListedVersion) => void;
}

/** The versions, latest first, each with radio buttons that select the two compared ones. */
export function VersionList({ versions, pair, onPair, onRestore }: Props) {
  return (
    <>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ px: 2, pt: 1.5 }}>
        Select the two versions to compare: “before” on the left, “after” on the right.
      </Typography>
      <Box component="ol" aria-label="Versions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {versions.map((version) => (
          <Box
            component="li"
            key={version.id}
            sx={{
              display: 'flex',
              px: 1,
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
              '&:first-of-type': { borderTop: 0 },
            }}
          >
            <SideRadio side="from" version={version} pair={pair} onPair={onPair} />
            <SideRadio side="to" version={version} pair={pair} onPair={onPair} />
            <Description version={version} onRestore={onRestore} />
          </Box>
        ))}
      </Box>
    </>
  );
}

interface SideRadioProps extends Pick<Props, 'pair' | 'onPair'> {
  readonly side: keyof Pair;
  readonly version: ListedVersion;
}

function SideRadio({ side, version, pair, onPair }: SideRadioProps) {
  const other = { from: 0, to: 0, ...pair };
  return (
    <Radio
      size="small"
      name={`compare-${side}`}
      checked={pair?.[side] === version.id}
      onChange={() => onPair({ ...other, [side]: version.id })}
      sx={{ alignSelf: 'start', p: 0.75 }}
      slotProps={{ input: { 'aria-label': `${side === 'from' ? 'Before' : 'After'}: ${versionName(version)}` } }}
    />
  );
}

function Description({ version, onRestore }: { version: ListedVersion } & Pick<Props, 'onRestore'>) {
  const [changed, words] = [changedText(version), wordsText(version)];
  return (
    <Stack sx={{ flex: 1, minWidth: 0, pl: 0.5, overflowWrap: 'anywhere', alignItems: 'flex-start' }}>
      <Typography sx={{ fontWeight: 600 }}>
        {moment(version.saved_at)}
        {version.id === 0 && ' (current)'}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {savedBy(version)}
      </Typography>
      <Typography variant="body2">{[changed, words].filter((text) => text !== '').join(' · ')}</Typography>
      {version.id !== 0 && (
        <CanAccess resource="revisions" action="restore">
          <Button
            size="small"
            startIcon={<RestoreIcon />}
            aria-label={`Restore ${versionName(version)}`}
            onClick={() => onRestore(version)}
            sx={{ ml: -0.5 }}
          >
            Restore
          </Button>
        </CanAccess>
      )}
    </Stack>
  );
}
