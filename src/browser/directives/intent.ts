import type { ClientDirective } from 'astro';

const SOON_MS = 500;
/** How long a form that works by itself waits for its island. */
const FORM_WAIT_MS = 3000;

/**
 * `client:intent`: an island hydrates when its visitor turns to it. Clicks on buttons that come before React is there are
 * held back, and happen again afterwards; so does a submit by Enter, which browsers begin with a click on the form's
 * button. A form with an address is sent as it is where the island takes long. Text typed meanwhile is handed on. Links,
 * fields, details and buttons of a popover or dialog work by themselves. With `soon` it hydrates unasked, too, half a
 * second later. That does not wait until the page is idle: on a busy machine it may never be.
 */
const intent: ClientDirective = (load, options, element) => {
  const listening = new AbortController();
  const { signal } = listening;
  const held = new Set<HTMLElement>();
  const valueProperty = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') as PropertyDescriptor;
  let isAwake = false;

  const hydrate = async () => {
    try {
      const start = await load();
      const typed = [...element.querySelectorAll('input')].map((field) => [field, field.value] as const);
      await start();
      // React hydrates as a transition; a discrete event inside makes it finish at once.
      send('keyup', element.firstElementChild);
      for (const [field, text] of typed) {
        if (text === field.defaultValue) continue;
        // React compares with the value it last saw set, so the field goes back to its default before the text comes.
        field.value = field.defaultValue;
        valueProperty.set?.call(field, text);
        send('input', field);
      }
    } finally {
      listening.abort();
      for (const button of held) button.click();
    }
  };

  const wake = () => {
    if (!isAwake) void hydrate();
    isAwake = true;
  };

  const notice = (event: Event) => {
    wake();
    const button =
      event.type === 'click' &&
      (event.target as Element).closest<HTMLButtonElement>('button:not([popovertarget],[commandfor])');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    held.add(button);
    if (button.matches('[action] *')) setTimeout(() => signal.aborted || button.form?.submit(), FORM_WAIT_MS);
  };

  for (const type of ['click', 'pointerover', 'focusin', 'keydown'])
    element.addEventListener(type, notice, { capture: true, signal });
  if (options.value === 'soon') setTimeout(wake, SOON_MS);
};

const send = (type: string, to: Element | null) => to?.dispatchEvent(new Event(type, { bubbles: true }));

export default intent;
