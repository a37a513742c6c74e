import { describe, expect, it } from 'vitest';
import { differenceOf, visibleContent } from '../../../../../scripts/bench/rebuild/same-page.ts';

const page = (body: string, head = '') =>
  visibleContent(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`);
const OURS = page('<h1>A &amp; B</h1> <p>some text <a href="/one">One</a>\n and <a href="/two"><b>Two</b></a></p>');

describe('differenceOf, which compares two pages', () => {
  it('returns undefined if only markup and white space differ', () => {
    const peer = page('<h1>A &#38; B</h1> <p>some  text <a href="/one">One</a> and <a href="/two">Two</a></p> ');
    expect(differenceOf(OURS, peer)).toBeUndefined();
  });

  it('returns a difference in a URL, in the text or in the number of links', () => {
    const change = (from: string, to: string) =>
      differenceOf(
        OURS,
        page(`<h1>A &amp; B</h1> <p>some text <a href="/one">One</a> and <a href="/two">Two</a></p>`.replace(from, to)),
      );
    expect(change('/two', '/2')).toContain('link 2 is "/2 Two"');
    expect(change('>One<', '>Uno<')).toContain('link 1 is "/one Uno"');
    expect(change('<a href="/two">Two</a>', 'Two')).toContain('link 2 is "missing"');
    expect(change('</p>', '<a href="/three">Three</a></p>')).toContain('1 links more');
    expect(change('some text', 'some test')).toContain('its text is');
  });

  it('returns a difference in size of ten percent or more', () => {
    const ours = page('x', `<meta content="${'a'.repeat(1000)}">`);
    const peer = (bytes: number) => page('x', `<meta content="${'a'.repeat(bytes)}">`);
    expect(differenceOf(ours, peer(1090))).toBeUndefined();
    expect(differenceOf(ours, peer(910))).toBeUndefined();
    expect(differenceOf(ours, peer(1200))).toContain('bytes');
    expect(differenceOf(ours, peer(800))).toContain('bytes');
  });

  it('ignores invisible text', () => {
    const ours = page('text<script>one()</script>');
    expect(ours.text).toBe('text');
    expect(differenceOf(ours, page('text<script>two()</script>'))).toBeUndefined();
  });
});
