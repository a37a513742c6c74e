import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { largestSource } from './picture-forms.ts';

interface PictureProps {
  readonly t: AreaT<'reader'>;
  readonly image: HTMLImageElement;
  readonly onClose: () => void;
}

/**
 * Shows a picture of the chapter as large as the window. A tap toggles between this and the picture's original size.
 * The picture's largest file, which is sharp when zoomed, replaces the current file when it has loaded.
 */
export function Picture({ t, image, onClose }: PictureProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isWhole, setWhole] = useState(true);
  // Closes the dialog before React removes it; otherwise the browser would not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const source = useLargest(image);
  const caption = image.closest('figure')?.querySelector('figcaption')?.textContent ?? image.alt;
  return (
    <dialog ref={dialog} className="picture" aria-label={image.alt || t('picture')} onCancel={onClose}>
      <button
        type="button"
        className="picture-view"
        data-whole={isWhole}
        aria-label={t('picture-open')}
        aria-pressed={!isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        <img src={source} alt={image.alt} />
      </button>
      {caption !== '' && (
        <p lang={image.closest<HTMLElement>('[lang]')?.lang} dir={getComputedStyle(image).direction}>
          {caption}
        </p>
      )}
      <button type="button" className="tool" aria-label={t('close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  );
}

function useLargest(image: HTMLImageElement): string {
  const [source, setSource] = useState(image.currentSrc || image.src);
  useEffect(() => {
    let isOver = false;
    const large = new Image();
    large.src = largestSource(image);
    // If the larger file cannot be loaded, the current one remains.
    large.decode().then(
      () => isOver || setSource(large.src),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [image]);
  return source;
}
