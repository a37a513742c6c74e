import { expect, test } from 'vitest';
import { onLines } from '#src/admin/ui/chapters/on-lines.ts';
import { paragraphs } from '#src/admin/ui/chapters/paragraphs.ts';

test('paragraphs wraps each line, except lines that start with a tag', () => {
  expect(paragraphs('One.\n\n  Two. \n<p>Three.</p>')).toBe('<p>One.</p>\n<p>Two.</p>\n<p>Three.</p>');
});

test('onLines puts each block element on its own line', () => {
  expect(onLines('<h2>A</h2><p>One <em>two</em>.</p> <p>Three.</p>')).toBe(
    '<h2>A</h2>\n<p>One <em>two</em>.</p>\n<p>Three.</p>',
  );
});
