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
/** Maximum width of an uploaded cover: twice the 800 px at which pages show it, for high-density screens. */
const MAX_WIDTH_PX = 1600;

interface Props {
  readonly picture: File;
  readonly onCrop: (cropped: Blob) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Crops an image to 2:3. The selection moves with the pointer and the arrow keys. */
export function CropDialog({ picture, onCrop, onClose }: Props) {
  const url = useObjectUrl(picture);
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const submit = async () => {
    if (!image.current || !crop) return;
    setBusy(true);
    await onCrop(await cropImage(image.current, crop));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" aria-labelledby="crop-title">
      <DialogTitle id="crop-title">Crop cover</DialogTitle>
      <DialogContent>
        {isBroken && (
          <Alert severity="error">
            “{picture.name}” is not an image that your browser can read. Choose another file.
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
              alt="Image to crop"
              onError={() => setBroken(true)}
              onLoad={({ currentTarget }) => setCrop(largest(currentTarget))}
              sx={{ maxHeight: '60vh', display: 'block' }}
            />
          </ReactCrop>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" disabled={!crop || isBusy} onClick={submit}>
          Crop and save
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useObjectUrl(picture: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(picture);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [picture]);
  return url;
}

/** Returns the largest centred selection with the aspect ratio 2:3. */
function largest({ naturalWidth, naturalHeight }: HTMLImageElement): PercentCrop {
  const side = naturalWidth / naturalHeight > ASPECT ? { height: 100 } : { width: 100 };
  const crop = makeAspectCrop({ unit: '%', ...side }, ASPECT, naturalWidth, naturalHeight);
  return centerCrop(crop, naturalWidth, naturalHeight) as PercentCrop;
}

function cropImage(image: HTMLImageElement, { x, y, width, height }: PercentCrop): Promise<Blob> {
  const [fullWidth, fullHeight] = [image.naturalWidth, image.naturalHeight];
  const from = { x: (x / 100) * fullWidth, y: (y / 100) * fullHeight, width: (width / 100) * fullWidth };
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(Math.min(from.width, MAX_WIDTH_PX));
  canvas.height = Math.round(canvas.width / ASPECT);
  const context = canvas.getContext('2d');
  context?.drawImage(image, from.x, from.y, from.width, (height / 100) * fullHeight, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Your browser could not crop the image.'))),
      'image/jpeg',
      0.92,
    ),
  );
}
