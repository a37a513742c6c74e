import type { ClientDirective } from 'astro';

/**
 * How long a click waits for hydration. After that, a submit button submits its form without the island. For other
 * buttons, a notice says that part of the page is missing (src/shell/deferred/index.ts), and the click is still
 * replayed if the island hydrates later.
 */
const WAIT_MS = 4000;

/** A form field with the value tracker that React adds (facebook/react, inputValueTracking.js). */
type Field = HTMLInputElement & { _valueTracker?: { setValue(value: string): void } };

/**
 * `client:intent`: hydrates an island on the first interaction with it. Clicks on buttons before hydration are held
 * back and replayed afterwards, including submits by Enter, which browsers implement as a click on the submit button. A
 * POST form is submitted without the island if hydration takes too long. Text typed meanwhile is passed to React;
 * caret, selection and IME composition are preserved. Links, fields, details, GET forms and popover buttons work
 * without hydration. With `page`, the first input anywhere on the page triggers hydration. If the root has `data-awake`
 * (src/shell/island/wake-islands.inline.ts), the island hydrates immediately.
 */
const intent: ClientDirective = (load, options, element) => {
  const heldButtons = new Set<HTMLElement>();
  let isAwake = false;
  /** Whether the island has not hydrated yet. Astro removes the attribute on hydration. */
  const isWaiting = () => element.matches('[ssr]');

  /** Fields changed by the visitor, with their values. */
  const typed = new Map<Field, string>();
  const note = ({ target }: { target: unknown }) => void typed.set(target as Field, (target as Field).value);
  /**
   * Settles when the input method has finished composing. Writing to the field earlier would interrupt the composition.
   */
  let composed: Promise<unknown> | undefined;

  const hydrate = async () => {
    const start = await load();
    await composed;
    // Browsers may have filled in fields without an event.
    for (const field of element.querySelectorAll<Field>('input, textarea'))
      if (field.value !== field.defaultValue) note({ target: field });
    await start();
    // Still waiting means that the island's code failed to load, which Astro has already reported. The form needs this
    // code, so it is not submitted.
    if (isWaiting()) return;
    element.oninput = null;
    const carets = [...typed].map(
      ([field]) => [field.selectionStart, field.selectionEnd, field.selectionDirection as 'none'] as const,
    );
    // React hydrates as a transition; a discrete event inside the island makes it finish immediately.
    send('keyup', element.firstElementChild);
    for (const [field, text] of typed) {
      const [from, to, direction] = carets.shift() ?? [];
      if (field.value !== text) {
        field.value = text;
        // Email fields and some other types do not support selections.
        if (from != null) field.setSelectionRange(from, to as number, direction);
      }
      // React ignores events if the value is unchanged, so reset its tracker instead of writing to the field.
      field._valueTracker?.setValue('');
      send('input', field);
    }
    for (const button of heldButtons) button.click();
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
    heldButtons.add(button);
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
    // `pointermove` instead of `pointerover`: browsers also fire `pointerover` for a resting pointer when the page is
    // rendered.
    element.addEventListener('pointermove', wake, true);
    for (const type of ['pointerdown', 'focusin', 'keydown']) root.addEventListener(type, wake, true);
  }
};

const send = (type: string, to: Element | null) => to?.dispatchEvent(new Event(type, { bubbles: true }));

export default intent;
