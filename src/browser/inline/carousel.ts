/** A pixel or two are lost to rounding. */
const NEAR_PX = 2;

function enhance(section: HTMLElement, strip: HTMLElement): void {
  const slides = [...strip.children].filter((slide) => slide instanceof HTMLElement);
  const dots = [...section.querySelectorAll<HTMLElement>('[data-slide]')];
  const status = section.querySelector('[role=status]');
  let asked = false;

  const mark = () => {
    const shown = shownPlace(strip, slides);
    for (const [place, dot] of dots.entries()) dot.setAttribute('aria-current', String(place === shown));
    const words = dots[shown]?.getAttribute('aria-label') ?? '';
    // Said when the visitor moved it, not while the page is read for the first time.
    if (asked && status && status.textContent !== words) status.textContent = words;
  };
  const show = (place: number) => {
    asked = true;
    const slide = slides[(place + slides.length) % slides.length];
    if (slide) strip.scrollTo({ left: leftOf(strip, slide), behavior: isStill() ? 'instant' : 'smooth' });
  };
  const measure = () => {
    section.toggleAttribute('data-live', strip.scrollWidth > strip.clientWidth + NEAR_PX);
    mark();
  };

  section.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    const step = Number(button?.dataset['step'] ?? 0);
    if (step !== 0) show(shownPlace(strip, slides) + step);
    else if (button && dots.includes(button)) show(dots.indexOf(button));
  });
  strip.addEventListener('touchstart', () => (asked = true), { passive: true });
  strip.addEventListener('keydown', () => (asked = true));
  strip.addEventListener('scroll', debounced(mark), { passive: true });
  // It runs when the page is laid out, so that reading the layout costs nothing.
  new ResizeObserver(measure).observe(strip);
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where the strip stands when it shows the slide. */
const leftOf = (strip: HTMLElement, slide: HTMLElement) =>
  slide.offsetLeft - Number.parseFloat(getComputedStyle(strip).paddingInlineStart || '0');

/** The slide that stands first; at the end of the strip, where the last ones cannot, the last one. */
function shownPlace(strip: HTMLElement, slides: readonly HTMLElement[]): number {
  const { scrollLeft, scrollWidth, clientWidth } = strip;
  if (scrollLeft > 0 && scrollLeft >= scrollWidth - clientWidth - NEAR_PX) return slides.length - 1;
  const away = slides.map((slide) => Math.abs(leftOf(strip, slide) - scrollLeft));
  return away.indexOf(Math.min(...away));
}

const PAUSE_MS = 80;

function debounced(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE_MS);
  };
}

// Gives the banners their buttons: previous, next and one for each, and says which one is shown. It stands in the page
// behind them, so that the buttons work as soon as they show.
for (const section of document.querySelectorAll<HTMLElement>('[data-carousel]')) {
  const strip = section.querySelector<HTMLElement>('.banner-strip');
  if (strip) enhance(section, strip);
}
