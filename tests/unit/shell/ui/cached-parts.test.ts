import { describe, expect, it } from 'vitest';
import { cachedPart, joinParts } from '#src/shell/ui/cached-parts.ts';

/** A page part that counts how often it is rendered. */
function part(html: string) {
  const render = async () => {
    render.times += 1;
    return html;
  };
  render.times = 0;
  return render;
}

describe('a cached page part', () => {
  it('is rendered once per object and variant, and after that returned synchronously', async () => {
    const [book, render] = [{}, part('<p>é</p>')];
    expect(await cachedPart(book, 'rows', render)).toBe('<p>é</p>');
    expect(cachedPart(book, 'rows', render)).toBe('<p>é</p>');
    expect(render.times).toBe(1);
  });

  it('is rendered separately for each variant and for equal but distinct objects', async () => {
    const [one, other] = [{ id: 1 }, { id: 1 }];
    await cachedPart(one, 'rows', part('rows'));
    expect(await cachedPart(one, 'grid', part('grid'))).toBe('grid');
    expect(await cachedPart(other, 'rows', part('other'))).toBe('other');
    expect(cachedPart(one, 'rows', part('again'))).toBe('rows');
  });

  it('is cached even if empty', async () => {
    const [book, render] = [{}, part('')];
    await cachedPart(book, 'rows', render);
    expect([cachedPart(book, 'rows', render), render.times]).toEqual(['', 1]);
  });

  it('is rendered again after rendering failed', async () => {
    const book = {};
    await expect(cachedPart(book, 'rows', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cachedPart(book, 'rows', part('rows'))).toBe('rows');
  });
});

describe('joined page parts', () => {
  it('are returned synchronously if all are cached', () => {
    expect([joinParts(['a', '', 'b']), joinParts([])]).toEqual(['ab', '']);
  });

  it('keep their order if some are still rendering', async () => {
    expect(await joinParts(['a', Promise.resolve('b'), 'c'])).toBe('abc');
  });
});
