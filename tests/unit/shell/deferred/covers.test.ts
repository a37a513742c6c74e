// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchCovers } from '#src/shell/deferred/covers.ts';
import inline from '#src/shell/layout/cover-state.inline.ts?raw';
import { PATIENT } from '../../../helpers/limits.ts';

const WINDOW_HEIGHT = 900;

const covers = () => [...document.querySelectorAll<HTMLElement>('.cover')];
const images = () => [...document.querySelectorAll<HTMLImageElement>('.cover img')];
const states = () => covers().map(({ dataset }) => dataset['state']);
const waiting = () => images().map(({ loading }) => loading === 'lazy');

function cover(address: string, top = 0, lazy = true): HTMLElement {
  const place = document.createElement('span');
  place.className = 'cover';
  const image = document.createElement('img');
  if (lazy) image.loading = 'lazy';
  image.setAttribute('src', address);
  place.append(image);
  const box = { top, bottom: top + 300 } as DOMRect;
  vi.spyOn(place, 'getBoundingClientRect').mockReturnValue(box);
  return place;
}

/** Simulates that an image has loaded or failed. */
const report = (image: HTMLImageElement | undefined, type: 'load' | 'error') => image?.dispatchEvent(new Event(type));

function showCovers(...shown: HTMLElement[]): void {
  document.body.replaceChildren(...shown);
  Object.defineProperty(window, 'innerHeight', { value: WINDOW_HEIGHT, configurable: true });
  watchCovers();
}

interface Watched {
  readonly options: IntersectionObserverInit | undefined;
  readonly targets: Set<Element>;
  come(target: Element | undefined, isIntersecting?: boolean): void;
}

/** Installs an observer that the test triggers. */
function observer(): Watched {
  const targets = new Set<Element>();
  let options: IntersectionObserverInit | undefined;
  let see: (entries: unknown[]) => void = () => {};
  class Observer {
    constructor(callback: (entries: unknown[]) => void, observerOptions?: IntersectionObserverInit) {
      see = callback;
      options = observerOptions;
    }
    observe = (target: Element) => targets.add(target);
    unobserve = (target: Element) => targets.delete(target);
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return {
    get options() {
      return options;
    },
    targets,
    come: (target, isIntersecting = true) => see([{ target, isIntersecting }]),
  };
}

/** The observers, which are stopped after each test, so that they do not observe the covers of the next test. */
const watching: MutationObserver[] = [];
const Mutations = MutationObserver;

beforeEach(() => {
  for (const earlier of watching.splice(0)) earlier.disconnect();
  vi.stubGlobal(
    'MutationObserver',
    class extends Mutations {
      constructor(callback: MutationCallback) {
        super(callback);
        watching.push(this);
      }
    },
  );
  sessionStorage.clear();
  delete document.documentElement.dataset['covers'];
  new Function(inline)();
});

describe('lazily loaded covers', () => {
  it('load when they are less than a third of a window away', () => {
    const watched = observer();
    showCovers(cover('/a.webp'), cover('/b.webp'));
    expect(document.documentElement.dataset['covers']).toBe('wait');
    expect([states(), waiting()]).toEqual([
      ['loading', 'loading'],
      [true, true],
    ]);
    expect(watched.options).toMatchObject({ rootMargin: '33%', scrollMargin: '0px 33%' });
    watched.come(covers()[1], false);
    watched.come(covers()[0]);
    expect([waiting(), watched.targets.has(covers()[0] as Element)]).toEqual([[false, true], false]);
  });

  it('are requested in the width of the layout, even if the page assumed a different width', () => {
    const watched = observer();
    showCovers(cover('/a.webp'), cover('/drawn.svg'));
    const [sized, drawn] = images();
    sized?.setAttribute('srcset', '/a.webp?w=160 160w, /a.webp?w=320 320w');
    for (const place of covers()) {
      Object.defineProperty(place, 'clientWidth', { value: 117 });
      watched.come(place);
    }
    expect([sized?.getAttribute('sizes'), drawn?.getAttribute('sizes')]).toEqual(['117px', null]);
  });

  it('are marked as loaded, or replaced by the default cover after one failed attempt', () => {
    const watched = observer();
    showCovers(cover('/a.webp'), cover('/b.webp', 0, false));
    watched.come(covers()[0]);
    report(images()[0], 'error');
    report(images()[1], 'load');
    expect(states()).toEqual(['error', 'loaded']);
    watched.come(covers()[0]);
    expect(states()[0]).toBe('error');
  });

  it('are marked as failed if loading failed before the module started', () => {
    observer();
    const failedCover = cover('/a.webp', 0, false);
    document.body.replaceChildren(failedCover);
    report(images()[0], 'error');
    watchCovers();
    expect(states()).toEqual(['error']);
  });

  it('are also loaded lazily if added to the page later', async () => {
    const watched = observer();
    showCovers();
    document.body.append(cover('/late.webp'));
    await vi.waitFor(() => expect(states()).toEqual(['loading']), PATIENT);
    expect(watched.targets.size).toBe(1);
  });

  it('are shown without a skeleton if they are among the 200 covers loaded last', () => {
    observer();
    const before = Array.from({ length: 200 }, (_, index) => `/old-${index}.webp`);
    sessionStorage.setItem('lectern:covers', JSON.stringify(before));
    showCovers(cover('/old-199.webp'), cover('/new.webp'));
    expect(states()).toEqual(['loaded', 'loading']);
    report(images()[1], 'load');
    dispatchEvent(new Event('pagehide'));
    const stored: string[] = JSON.parse(sessionStorage.getItem('lectern:covers') ?? '[]');
    expect([stored.length, stored.slice(0, 3)]).toEqual([200, ['/old-199.webp', '/new.webp', '/old-0.webp']]);
  });

  it.each(['{', '{"a":1}', '[1,null]'])('are loaded normally if the stored list of loaded covers is %s', (junk) => {
    observer();
    sessionStorage.setItem('lectern:covers', junk);
    showCovers(cover('/a.webp'));
    expect(states()).toEqual(['loading']);
  });

  it('are loaded by the browser itself if a script fails to load or the page is printed', () => {
    observer();
    showCovers(cover('/a.webp'));
    report(images()[0], 'error');
    expect(document.documentElement.dataset['covers']).toBe('wait');
    const script = document.createElement('script');
    document.head.append(script);
    script.dispatchEvent(new Event('error'));
    expect(document.documentElement.dataset['covers']).toBeUndefined();
    document.documentElement.dataset['covers'] = 'wait';
    dispatchEvent(new Event('beforeprint'));
    expect(document.documentElement.dataset['covers']).toBeUndefined();
  });
});
