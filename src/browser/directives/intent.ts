import type { ClientDirective } from 'astro';

const SOON_MS = 500;

/**
 * `client:intent`: an island hydrates when its visitor turns to it. A click on a button that comes before React is
 * there is held back, and the last one happens again afterwards; so does a submit by Enter, which browsers begin with
 * a click on the form's button. Text typed meanwhile is handed on. Links, fields, details and buttons of a popover or
 * dialog work by themselves. With `soon` it hydrates unasked, too, half a second later. That does not wait until the page is
 * idle: on a busy machine it may never be.
 */
const intent: ClientDirective = (load, { value }, element) => {
  const listening = new AbortController();
  const { signal } = listening;
  let held: HTMLElement | null = null;
  let woken = false;

  const wake = () => {
    if (woken) return;
    woken = true;
    void hydrate();
  };

  const hydrate = async () => {
    try {
      const start = await load();
      const typed = [...element.querySelectorAll('input')].map((field) => [field, field.value] as const);
      await start();
      // React hydrates as a transition; a discrete event inside makes it finish at once.
      send('keyup', element.firstElementChild);
      for (const [field, text] of typed) handOn(field, text);
    } finally {
      listening.abort();
      held?.click();
    }
  };

  const hold = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('button:not([popovertarget],[commandfor])');
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = button;
    wake();
  };

  for (const type of ['pointerover', 'touchstart', 'focusin', 'keydown']) {
    element.addEventListener(type, wake, { passive: true, signal });
  }
  if (value === 'soon') setTimeout(wake, SOON_MS);
  element.addEventListener('click', hold, { capture: true, signal });
};

/** React compares with the value it last saw set, so the field goes back to its default before the text comes. */
function handOn(field: HTMLInputElement, text: string): void {
  if (text === field.defaultValue) return;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  send('input', field);
}

const send = (type: string, to: Element | null) => to?.dispatchEvent(new Event(type, { bubbles: true }));

export default intent;
