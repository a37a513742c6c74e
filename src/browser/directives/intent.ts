import type { ClientDirective } from 'astro';

/**
 * How long a click waits. Then a form that is posted to an address goes by itself, and of any other click the visitor is told
 * (browser/deferred/missing-chunks.ts); it happens all the same where the island comes later.
 */
const WAIT_MS = 4000;

/** A form field with React's value tracker (facebook/react, inputValueTracking.js). */
type Field = HTMLInputElement & { _valueTracker?: { setValue(value: string): void } };

/**
 * `client:intent`: an island hydrates when its visitor turns to it. Clicks on buttons that come before React is there are
 * held back, and happen again afterwards; so does a submit by Enter, which browsers begin with a click on the form's
 * button. A form that is posted to an address is sent as it is where the island takes long. Text typed meanwhile is passed on
 * to React; caret, selection and a word that an input method is composing stay as they are. Links, fields, details, forms
 * that ask by GET and buttons of a popover work by themselves. With `page` the first input anywhere on the page is enough.
 * Where the root has `data-awake` (browser/inline/wake-islands.js) the island hydrates at once.
 */
const intent: ClientDirective = (load, options, element) => {
  const held = new Set<HTMLElement>();
  let isAwake = false;
  /** Astro takes the attribute away. */
  const isWaiting = () => element.matches('[ssr]');

  /** The fields the visitor has changed, with their values. */
  const typed = new Map<Field, string>();
  const note = ({ target }: { target: unknown }) => void typed.set(target as Field, (target as Field).value);
  /** Settles when the input method has finished composing; writing to the field would interrupt it. */
  let composed: Promise<unknown> | undefined;

  const hydrate = async () => {
    const start = await load();
    await composed;
    // Browsers may fill in fields without an event.
    for (const field of element.querySelectorAll<Field>('input, textarea'))
      if (field.value !== field.defaultValue) note({ target: field });
    await start();
    // Where its code did not come, Astro has said so. A form that needs it is not sent without it.
    if (isWaiting()) return;
    element.oninput = null;
    const carets = [...typed].map(
      ([field]) => [field.selectionStart, field.selectionEnd, field.selectionDirection as 'none'] as const,
    );
    // React hydrates as a transition; a discrete event inside makes it finish at once.
    send('keyup', element.firstElementChild);
    for (const [field, text] of typed) {
      const [from, to, direction] = carets.shift() ?? [];
      if (field.value !== text) {
        field.value = text;
        // Email fields and some others do not support it.
        if (from != null) field.setSelectionRange(from, to as number, direction);
      }
      // React ignores events if the value is unchanged, so reset its tracker instead of writing to the field.
      field._valueTracker?.setValue('');
      send('input', field);
    }
    for (const button of held) button.click();
  };

  const wake = () => {
    if (!isAwake) void hydrate();
    isAwake = true;
  };

  const hold = (event: Event) => {
    wake();
    const button = (event.target as Element).closest<HTMLButtonElement>('button:not([popovertarget],[method=get] *)');
    if (!button || !isWaiting()) return;
    event.preventDefault();
    event.stopPropagation();
    held.add(button);
    setTimeout(() => {
      if (!isWaiting()) return;
      if (button.type === 'submit') button.form?.requestSubmit();
      else send('late', element);
    }, WAIT_MS);
  };

  const root = options.value === 'page' ? document : element;
  element.addEventListener('click', hold, true);
  element.oninput = note;
  element.addEventListener('compositionstart', () => {
    composed = new Promise((end) => element.addEventListener('compositionend', end, { once: true }));
  });
  if (element.closest('[data-awake]')) wake();
  else {
    // A pointer that rests moves over the page, too, when the page is drawn.
    element.addEventListener('pointermove', wake, true);
    for (const type of ['pointerdown', 'focusin', 'keydown']) root.addEventListener(type, wake, true);
  }
};

const send = (type: string, to: Element | null) => to?.dispatchEvent(new Event(type, { bubbles: true }));

export default intent;
