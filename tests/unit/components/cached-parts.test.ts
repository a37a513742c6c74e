import { describe, expect, it } from 'vitest';
import { joined, remembered } from '#src/components/ui/cached-parts.ts';

/** Renders a part, and counts how often. */
function part(html: string) {
  const render = async () => {
    render.times += 1;
    return html;
  };
  render.times = 0;
  return render;
}

describe('a part that pages share', () => {
  it('is rendered once for an object and variant, and is there at once from then on', async () => {
    const [book, render] = [{}, part('<p>é</p>')];
    expect(await remembered(book, 'rows', render)).toBe('<p>é</p>');
    expect(remembered(book, 'rows', render)).toBe('<p>é</p>');
    expect(render.times).toBe(1);
  });

  it('is another one for another variant, and for another object that looks the same', async () => {
    const [one, other] = [{ id: 1 }, { id: 1 }];
    await remembered(one, 'rows', part('rows'));
    expect(await remembered(one, 'grid', part('grid'))).toBe('grid');
    expect(await remembered(other, 'rows', part('other'))).toBe('other');
    expect(remembered(one, 'rows', part('again'))).toBe('rows');
  });

  it('is remembered although it is empty', async () => {
    const [book, render] = [{}, part('')];
    await remembered(book, 'rows', render);
    expect([remembered(book, 'rows', render), render.times]).toEqual(['', 1]);
  });

  it('is rendered anew after it failed', async () => {
    const book = {};
    await expect(remembered(book, 'rows', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await remembered(book, 'rows', part('rows'))).toBe('rows');
  });
});

describe('parts in one text', () => {
  it('are there at once where all are known', () => {
    expect([joined(['a', '', 'b']), joined([])]).toEqual(['ab', '']);
  });

  it('keep their order where some are still rendered', async () => {
    expect(await joined(['a', Promise.resolve('b'), 'c'])).toBe('abc');
  });
});
