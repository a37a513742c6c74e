/** A visible control and the effect of its first use. */
export interface Use {
  /** The element with its target or name. */
  readonly control: string;
  /**
   * What the control does: `follows` a link, `sends` a form, `opens` a popover, dialog or details, or `changes` the
   * page immediately. `kept`: the directive of its island delays the click and replays it later. `nothing`: it has no
   * effect.
   */
  readonly effect: string;
  /** The selector in `scripted` that matches the control, if its effect needs a script file. */
  readonly scripted: string | null;
}

/**
 * Uses every visible link, button and summary of the page once, including those that appear meanwhile. Runs in the
 * page.
 * @param scripted selectors of the controls whose effect needs a script file
 * @param ignored selectors of elements whose controls are skipped
 */
export function useAll([scripted, ignored]: readonly [scripted: readonly string[], ignored: string]): Use[] {
  const CONTROLS = 'a[href], button, summary';
  let answer = '';
  // Prevents links and forms from leaving the page if no script has handled the event.
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (event.defaultPrevented || !link) return;
    event.preventDefault();
    answer = 'follows';
  });
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) answer = 'sends';
    event.preventDefault();
  });
  Element.prototype.scrollTo = () => {
    answer = 'changes';
  };
  const changes = new MutationObserver(() => {});
  changes.observe(document, { attributes: true, childList: true, subtree: true });
  const opened = () =>
    Array.from(
      document.querySelectorAll(':popover-open, dialog[open], details[open]'),
      (each) => each.outerHTML,
    ).join();
  const isVisible = (control: Element) =>
    control.checkVisibility({ visibilityProperty: true }) && (ignored === '' || !control.closest(ignored));
  const nameOf = (control: Element) =>
    `${control.localName} ${control.getAttribute('href') ?? control.getAttribute('aria-label') ?? control.textContent.trim()}`;

  const use = (control: HTMLElement): string => {
    answer = '';
    if (control instanceof HTMLButtonElement && control.form) control.form.noValidate = true;
    const before = opened();
    changes.takeRecords();
    const isPrevented = !control.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX: 1, clientY: 1 }),
    );
    if (answer !== '') return answer;
    if (before !== opened()) return 'opens';
    if (isPrevented && control.closest('astro-island[ssr]')) return 'kept';
    return changes.takeRecords().length > 0 ? 'changes' : 'nothing';
  };

  const used = new Map<HTMLElement, Use>();
  const next = () =>
    [...document.querySelectorAll<HTMLElement>(CONTROLS)].find((one) => isVisible(one) && !used.has(one));
  for (let control = next(); control; control = next()) {
    const found = control;
    const name = nameOf(found);
    const kind = scripted.find((selector) => found.matches(selector)) ?? null;
    used.set(found, { control: name, effect: use(found), scripted: kind });
  }
  return [...used.values()];
}
