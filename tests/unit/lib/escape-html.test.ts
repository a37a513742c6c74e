import { expect, it } from 'vitest';
import { escapeHtml } from '#src/lib/escape-html.ts';

it.each([
  ['Salt & Bone', 'Salt &amp; Bone'],
  ['<b title="x">', '&lt;b title=&quot;x&quot;&gt;'],
  ['&amp;', '&amp;amp;'],
  ["it's 三体 🌙", "it's 三体 🌙"],
  ['', ''],
])('writes %j as %j', (text, html) => {
  expect(escapeHtml(text)).toBe(html);
});
