/** Tolerance in comparisons of scroll positions, because browsers round them. */
const TOLERANCE_PX = 2;

function enhance(section: HTMLElement, strip: HTMLElement): void {
  const slides = [...strip.children].filter((slide) => slide instanceof HTMLElement);
  const dots = [...section.querySelectorAll<HTMLElement>('[data-slide]')];
  const status = section.querySelector('[role=status]');
  let isByVisitor = false;
  let announced = '';

  const mark = () => {
    const shown = shownIndex(strip, slides);
    for (const [place, dot] of dots.entries()) dot.setAttribute('aria-current', String(place === shown));
    const label = dots[shown]?.getAttribute('aria-label') ?? '';
    // Screen readers announce the banner when the visitor moves the strip, not on page load.
    if (!isByVisitor || !status || announced === label) return;
    announced = label;
    const title = slides[shown]?.querySelector('strong');
    const place = label.slice(0, label.lastIndexOf(title?.textContent ?? '')).replace('\u2068', '');
    // The copy of the title has the attributes for its language and direction.
    status.replaceChildren(place, title?.cloneNode(true) ?? '');
  };
  const show = (place: number) => {
    isByVisitor = true;
    const slide = slides[(place + slides.length) % slides.length];
    if (slide) strip.scrollTo({ left: leftOf(strip, slide), behavior: isStill() ? 'instant' : 'smooth' });
  };
  const measure = () => {
    section.toggleAttribute('data-live', strip.scrollWidth > strip.clientWidth + TOLERANCE_PX);
    mark();
  };

  section.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    const step = Number(button?.dataset['step'] ?? 0);
    if (step !== 0) show(shownIndex(strip, slides) + step);
    else if (button && dots.includes(button)) show(dots.indexOf(button));
  });
  strip.addEventListener('touchstart', () => (isByVisitor = true), { passive: true });
  strip.addEventListener('keydown', () => (isByVisitor = true));
  strip.addEventListener('scroll', debounced(mark), { passive: true });
  // A ResizeObserver runs after layout, when reading the layout is cheap.
  new ResizeObserver(measure).observe(strip);
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The scroll position at which the strip shows a slide. */
const leftOf = (strip: HTMLElement, slide: HTMLElement) =>
  slide.offsetLeft - Number.parseFloat(getComputedStyle(strip).paddingInlineStart || '0');

/** Returns the index of the slide at the start of the strip, or of the last slide if the strip is scrolled to its end. */
function shownIndex(strip: HTMLElement, slides: readonly HTMLElement[]): number {
  const { scrollLeft, scrollWidth, clientWidth } = strip;
  if (scrollLeft > 0 && scrollLeft >= scrollWidth - clientWidth - TOLERANCE_PX) return slides.length - 1;
  const distances = slides.map((slide) => Math.abs(leftOf(strip, slide) - scrollLeft));
  return distances.indexOf(Math.min(...distances));
}

const PAUSE_MS = 80;

function debounced(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE_MS);
  };
}

// Adds buttons to the banners: previous, next and one per banner. Announces the current banner to screen readers. The
// script comes after the banners in the page, so that the buttons work as soon as they are visible.
for (const section of document.querySelectorAll<HTMLElement>('[data-carousel]')) {
  const strip = section.querySelector<HTMLElement>('.banner-strip');
  if (strip) enhance(section, strip);
}
