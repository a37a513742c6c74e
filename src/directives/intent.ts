import type { ClientDirective } from 'astro';

const WAKING = ['pointerover', 'touchstart', 'focusin', 'keydown'] as const;
const HELD = ['click', 'submit'] as const;
/** Its target may be the icon in it. */
const BUTTON = 'button:not([popovertarget], [commandfor])';

/**
 * `client:intent`: an island hydrates when its visitor turns to it. A click on a button or a submit that comes before
 * React is there is held back, and the last one happens again afterwards; text typed meanwhile is handed on. Links,
 * fields, details and buttons of a popover or dialog work by themselves.
 */
const intent: ClientDirective = (load, _options, element) => {
  let replay: (() => void) | undefined;

  const hold = (event: Event) => {
    const again = replayOf(event);
    if (!again) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    replay = again;
    void wake();
  };

  let woken = false;
  const wake = async () => {
    if (woken) return;
    woken = true;
    for (const type of WAKING) element.removeEventListener(type, wake);
    try {
      const hydrate = await load();
      const typed = typedText(element);
      await hydrate();
      // React hydrates as a transition; a discrete event inside makes it finish at once.
      element.firstElementChild?.dispatchEvent(new Event('keyup', { bubbles: true }));
      for (const [field, text] of typed) handOn(field, text);
    } finally {
      for (const type of HELD) element.removeEventListener(type, hold, true);
      replay?.();
    }
  };

  for (const type of WAKING) element.addEventListener(type, wake, { passive: true });
  for (const type of HELD) element.addEventListener(type, hold, true);
};

/** How to make the event happen again; undefined for one that is not held. */
function replayOf(event: Event): (() => void) | undefined {
  const { target } = event;
  if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
    const { submitter } = event;
    return () => target.requestSubmit(submitter);
  }
  const button = target instanceof Element && target.closest<HTMLElement>(BUTTON);
  return button ? () => button.click() : undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function typedText(element: HTMLElement): Map<Field, string> {
  const fields = element.querySelectorAll<Field>('input, textarea');
  return new Map(
    [...fields].filter((field) => field.value !== field.defaultValue).map((field) => [field, field.value]),
  );
}

/** React compares with the value it last saw set, so the field goes back to its default before the text comes. */
function handOn(field: Field, text: string): void {
  const latest = field.value === field.defaultValue ? text : field.value;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, latest);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export default intent;
