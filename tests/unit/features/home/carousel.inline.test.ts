// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

const WIDTH = 300;

/** An IntersectionObserver that reports every observed element immediately. */
class Observer {
  readonly #run: () => void;
  constructor(run: () => void) {
    this.#run = run;
  }
  observe(): void {
    this.#run();
  }
  disconnect(): void {}
}
let strip: HTMLElement;

function place(element: Element, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(element, name, { value, configurable: true });
}

async function show(count: number): Promise<void> {
  const slides = Array.from({ length: count }, (_, index) => `<li>${index}</li>`).join('');
  const dots = Array.from(
    { length: count },
    (_, index) => `<button data-slide aria-label="${index + 1} of ${count}"></button>`,
  );
  document.body.innerHTML = `<section data-carousel><ul class="banner-strip">${slides}</ul><div>
    <button data-step="-1"></button>${dots.join('')}<button data-step="1"></button><p role="status"></p></div></section>`;
  strip = document.querySelector<HTMLElement>('.banner-strip') ?? document.body;
  place(strip, { clientWidth: WIDTH, scrollWidth: WIDTH * count });
  for (const [index, slide] of [...strip.children].entries()) place(slide, { offsetLeft: WIDTH * index });
  vi.spyOn(strip, 'scrollTo').mockImplementation((to) => {
    strip.scrollLeft = (to as ScrollToOptions).left ?? 0;
    strip.dispatchEvent(new Event('scroll'));
  });
  vi.stubGlobal('ResizeObserver', Observer);
  vi.resetModules();
  await import('#src/features/home/carousel.inline.ts');
}

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
const settle = () => new Promise((resolve) => setTimeout(resolve, 120));
const marked = () => [...document.querySelectorAll('[data-slide]')].map((dot) => dot.getAttribute('aria-current'));
const announcement = () => document.querySelector('[role=status]')?.textContent;

beforeEach(() => show(3));

describe('the carousel', () => {
  it('shows its buttons if it can scroll, and announces nothing at first', () => {
    expect(document.querySelector('[data-carousel]')?.hasAttribute('data-live')).toBe(true);
    expect([marked(), announcement()]).toEqual([['true', 'false', 'false'], '']);
  });

  it('hides its buttons if all banners are visible', async () => {
    await show(1);
    expect(document.querySelector('[data-carousel]')?.hasAttribute('data-live')).toBe(false);
  });

  it('moves forward and back, wraps around, and announces its position', async () => {
    press('[data-step="1"]');
    await settle();
    expect([marked(), announcement()]).toEqual([['false', 'true', 'false'], '2 of 3']);
    press('[data-step="-1"]');
    press('[data-step="-1"]');
    await settle();
    expect(announcement()).toBe('3 of 3');
  });

  it('scrolls to the banner of the selected dot', async () => {
    press('[data-slide]:nth-of-type(4)');
    await settle();
    expect(strip.scrollLeft).toBe(2 * WIDTH);
    expect(marked()).toEqual(['false', 'false', 'true']);
  });

  it('jumps instead of scrolling for visitors who prefer reduced motion', () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    press('[data-step="1"]');
    expect(strip.scrollTo).toHaveBeenCalledWith({ left: WIDTH, behavior: 'instant' });
  });
});
