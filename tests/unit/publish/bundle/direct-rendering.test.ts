import { beforeEach, describe, expect, it } from 'vitest';
import { createDirectRendering } from '#src/publish/bundle/direct-rendering.ts';
import { NoPageShellError, type PageShell } from '#src/publish/bundle/page-shell.ts';
import { testBrand } from '../../../helpers/memory-source.ts';

/** Entries about renderings, in order. */
let log: string[];
let warnings: string[];
beforeEach(() => {
  log = [];
  warnings = [];
});

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = ({ html }: { html: Uint8Array }) => new TextDecoder().decode(html);

interface Faults {
  readonly open?: () => void;
  /** If set, the shell returns this instead of the page. */
  readonly shell?: (pathname: string, uses: number) => string | undefined;
  readonly status?: number;
}

/**
 * Creates direct rendering for a site whose pages contain their path and model, and logs how each page was rendered.
 */
function direct({ open = () => {}, shell = () => undefined, status = 200 }: Faults = {}) {
  let shells = 0;
  const render = createDirectRendering({
    routeOf: (pathname) => (pathname.startsWith('/none') ? undefined : `/${pathname.split('/')[1]}/[...rest]`),
    async openShell(_first, locals): Promise<PageShell> {
      open();
      shells += 1;
      const number = shells;
      let uses = 0;
      return {
        locals,
        status: 200,
        async render(pathname) {
          uses += 1;
          log.push(`shell ${number}: ${pathname}`);
          await Promise.resolve();
          return shell(pathname, uses) ?? `${pathname} ${locals.model} ${locals.match?.kind}`;
        },
      };
    },
    async renderRequest({ path, model }) {
      log.push(`request: ${path}`);
      return { status, html: bytes(`${decodeURI(path)} ${model} ${path.startsWith('/tags') ? 'tag' : 'genre'}`) };
    },
    warn: (_message, { path, reason }) => warnings.push(`${path}: ${reason}`),
  });
  return (path: string, model: unknown = 'm') => render({ brand: testBrand, path, model });
}

describe('directly rendered pages of one route', () => {
  it('share one shell, and the first two pages are compared with the result of a normal request', async () => {
    const render = direct();
    const texts = [];
    for (const id of [1, 2, 3]) texts.push(textOf(await render(`/tags/${id}`, id)));
    expect(texts).toEqual(['/tags/1 1 tag', '/tags/2 2 tag', '/tags/3 3 tag']);
    expect(log).toEqual([
      'shell 1: /tags/1',
      'request: /tags/1',
      'shell 1: /tags/2',
      'request: /tags/2',
      'shell 1: /tags/3',
    ]);
    expect(warnings).toEqual([]);
  });

  it('use separate shells while they are rendered concurrently', async () => {
    const render = direct();
    const pages = await Promise.all([1, 2, 3].map((id) => render(`/tags/${id}`, id)));
    expect(pages.map(textOf)).toEqual(['/tags/1 1 tag', '/tags/2 2 tag', '/tags/3 3 tag']);
    expect(new Set(log.filter((line) => line.startsWith('shell')).map((line) => line.slice(0, 7))).size).toBe(3);
  });

  it('get their path decoded only once', async () => {
    const render = direct();
    expect(textOf(await render('/tags/1/caf%C3%A9%2C%20bar'))).toBe('/tags/1/café%2C bar m tag');
    expect(log[0]).toBe('shell 1: /tags/1/café%2C bar');
  });

  it('are rendered by normal requests if their path contains an encoded percent sign', async () => {
    await direct()('/tags/1/100%25');
    expect(log).toEqual(['request: /tags/1/100%25']);
  });
});

describe('a page for which direct rendering finds no route', () => {
  it('is rendered by a normal request', async () => {
    await direct()('/none/1');
    expect(log).toEqual(['request: /none/1']);
  });
});

describe('a route whose shell renders different bytes than a normal request', () => {
  it.each([
    ['on its first use', 1],
    ['when it is reused', 2],
  ])('is rendered by normal requests after the bytes differ %s, with one warning', async (_when, wrong) => {
    const render = direct({ shell: (_path, uses) => (uses >= wrong ? 'wrong' : undefined) });
    for (const id of [1, 2, 3, 4]) expect(textOf(await render(`/tags/${id}`))).toBe(`/tags/${id} m tag`);
    expect(log.slice(-2)).toEqual(['request: /tags/3', 'request: /tags/4']);
    expect(warnings).toEqual([`/tags/${wrong}: the bytes differ`]);
  });

  it('does not affect other routes', async () => {
    const render = direct({ shell: (path) => (path.startsWith('/tags') ? 'wrong' : undefined) });
    await render('/tags/1');
    for (const id of [1, 2, 3]) await render(`/genres/${id}`);
    expect(log.at(-1)).toMatch(/^shell \d: \/genres\/3$/);
  });
});

describe('a shell that fails to render a page directly', () => {
  it('is replaced by a normal request', async () => {
    const render = direct({
      open: () => {
        throw new NoPageShellError('it is no page');
      },
    });
    for (const id of [1, 2]) expect(textOf(await render(`/tags/${id}`))).toBe(`/tags/${id} m tag`);
    expect(warnings).toEqual(['/tags/1: it is no page']);
  });

  it('is not reused, and logs no warning if the normal request fails too', async () => {
    let isBroken = true;
    const render = direct({
      status: 500,
      shell: () => {
        if (isBroken) throw new Error('the page has a fault');
        return undefined;
      },
    });
    expect((await render('/tags/1')).status).toBe(500);
    isBroken = false;
    await render('/tags/2');
    expect(log.filter((line) => line.startsWith('shell'))).toEqual(['shell 1: /tags/1', 'shell 2: /tags/2']);
    expect(warnings.slice(0, 1)).toEqual(['/tags/2: the bytes differ']);
  });
});
