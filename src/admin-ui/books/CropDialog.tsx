import 'react-image-crop/dist/ReactCrop.css';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';

const ASPECT = 2 / 3;
/** Covers are shown at 800 px of width at most, on the sharpest screens. */
const MOST_WIDTH = 1600;

interface Props {
  readonly picture: File;
  readonly onCut: (cut: Blob) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Cuts a picture to a cover's 2:3. The frame moves with the pointer and with the arrow keys. */
export function CropDialog({ picture, onCut, onClose }: Props) {
  const url = useObjectUrl(picture);
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const cut = async () => {
    if (!image.current || !crop) return;
    setBusy(true);
    await onCut(await cutOut(image.current, crop));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" aria-labelledby="crop-title">
      <DialogTitle id="crop-title">Cut the cover</DialogTitle>
      <DialogContent>
        {isBroken && (
          <Alert severity="error">
            “{picture.name}” is no picture that this browser can read. Choose another file.
          </Alert>
        )}
        {url !== undefined && !isBroken && (
          <ReactCrop
            {...(crop ? { crop } : {})}
            aspect={ASPECT}
            keepSelection
            onChange={(_, percent) => setCrop(percent)}
          >
            <Box
              component="img"
              ref={image}
              src={url}
              alt="The picture to cut"
              onError={() => setBroken(true)}
              onLoad={({ currentTarget }) => setCrop(largest(currentTarget))}
              sx={{ maxHeight: '60vh', display: 'block' }}
            />
          </ReactCrop>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" disabled={!crop || isBusy} onClick={cut}>
          Use this part
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useObjectUrl(picture: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}

/** The largest part of 2:3, in the middle. */
function largest({ naturalWidth, naturalHeight }: HTMLImageElement): PercentCrop {
  const side = naturalWidth / naturalHeight > ASPECT ? { height: 100 } : { width: 100 };
  const crop = makeAspectCrop({ unit: '%', ...side }, ASPECT, naturalWidth, naturalHeight);
  return centerCrop(crop, naturalWidth, naturalHeight) as PercentCrop;
}

function cutOut(image: HTMLImageElement, { x, y, width, height }: PercentCrop): Promise<Blob> {
  const [fullWidth, fullHeight] = [image.naturalWidth, image.naturalHeight];
  const from = { x: (x / 100) * fullWidth, y: (y / 100) * fullHeight, width: (width / 100) * fullWidth };
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(Math.min(from.width, MOST_WIDTH));
  canvas.height = Math.round(canvas.width / ASPECT);
  const context = canvas.getContext('2d');
  context?.drawImage(image, from.x, from.y, from.width, (height / 100) * fullHeight, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not cut it.'))),
      'image/jpeg',
      0.92,
    ),
  );
}
