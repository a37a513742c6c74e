import { useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { AreaT } from '#src/shell/island/use-island.ts';
import { isLabel } from '../links/book-link.ts';

interface FootnoteProps {
  readonly t: AreaT<'reader'>;
  /** Target of the link to the note. */
  readonly target: Element;
  readonly onClose: () => void;
}

/** Shows a note over the page, so that the visitor stays at the current line. A click elsewhere or Escape closes it. */
export function Footnote({ t, target, onClose }: FootnoteProps) {
  const popover = useRef<HTMLElement>(null);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    text.current?.replaceChildren(...contentOf(target));
    const element = popover.current;
    // Without popover support, and if the polyfill failed to load, the note is not shown and the link works as usual.
    element?.showPopover?.();
    return () => element?.hidePopover?.();
  }, [target]);
  useEscape(onClose);
  return (
    <aside
      ref={popover}
      popover="auto"
      className="footnote"
      aria-label={t('footnote')}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      <button type="button" className="tool" aria-label={t('close')} onClick={onClose}>
        <Icon name="close" />
      </button>
      <div ref={text} className="reader-text" lang={languageOf(target)} dir={directionOf(target)} />
    </aside>
  );
}

/** Closes the note with Escape, before the reader's shortcuts handle the key. */
function useEscape(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
}

const directionOf = (element: Element) => element.closest('[dir]')?.getAttribute('dir') ?? undefined;

const languageOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang') ?? undefined;

/** The content of the note without ids that are already in the page, and without the back link. */
function contentOf(target: Element): Node[] {
  const blocks = '.text-note, li, dd, p, blockquote, figure, section, div, h2, h3, h4';
  const block = target.closest('.text-note') ?? target.closest(blocks) ?? target;
  const copy = document.importNode(block, true);
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
  for (const link of copy.querySelectorAll('a')) adjustLink(link, block);
  return copy.matches('li, dd, .text-note') ? [...copy.childNodes] : [copy];
}

/** Removes a link if it leads back to the reference. Makes other links open the page of their chapter. */
function adjustLink(link: HTMLAnchorElement, note: Element): void {
  const href = link.getAttribute('href') ?? '';
  const ownPath = note.closest<HTMLElement>('[data-href]')?.dataset['href'] ?? '';
  if (isArrow(link)) link.remove();
  else if (link.matches('.text-note-back') || isLabel(link)) link.replaceWith(link.textContent ?? '');
  else if (href.startsWith('#')) link.setAttribute('href', ownPath + href);
}

/** Whether a link's text has no letters or digits, such as the arrow of a back link. */
const isArrow = ({ textContent }: Element) => !/[\p{L}\p{N}]/u.test(textContent ?? '');
