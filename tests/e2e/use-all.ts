/** A visible control and what its first use did. */
export interface Use {
  /** Element, and where it leads or what it is called. */
  readonly control: string;
  /**
   * `follows` a link, `sends` a form, `opens` a popover, dialog or details, `changes` the page at once; `kept` by the
   * directive of its island, which does it again later; `nothing`.
   */
  readonly effect: string;
  /** Of the controls whose effect needs a script file, the one it is: a selector of those given. */
  readonly scripted: string | null;
}

/**
 * Uses every visible link, button and summary of the page once, and those that show with that. Runs in the page.
 * @param scripted selectors of the controls whose effect needs a script file
 * @param ignored of elements whose controls are left out
 */
export function useAll([scripted, ignored]: readonly [scripted: readonly string[], ignored: string]): Use[] {
  const CONTROLS = 'a[href], button, summary';
  let answer = '';
  // A link is followed and a form sent, which would leave the page, where no script has prevented it.
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
