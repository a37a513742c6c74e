import { expect, it } from 'vitest';
import { codeIn } from '../../../../scripts/hard/code-in-page.ts';

it.each([
  ['a script', '<p>One</p><script>alert(1)</script>'],
  ['a script below another element', '<svg><script>alert(1)</script></svg>'],
  ['a handler', '<img alt="" onerror="alert(1)">'],
  ['a link to a script', '<a href=" JavaScript:alert(1)">One</a>'],
  ['an image from another site', '<img src="//evil.example/x.png">'],
  ['a form that posts to another site', '<form action="//evil.example"></form>'],
])('codeIn detects code in %s', (_name, html) => {
  expect(codeIn(html)).toBeDefined();
});

it.each([
  ['markup in a data attribute', '<span data-title="<script>alert(1)</script>">One</span>'],
  ['escaped markup', '<h1>&lt;script>alert(1)&lt;/script> javascript:alert(1) //evil.example</h1>'],
  ['a JSON-LD script', '<script type="application/ld+json">{"name":"\\u003cscript>alert(1)"}</script>'],
  ['text after a script', '<script>one()</script><p>alert(1)</p>'],
  ['a URL that contains `javascript:` in its path', '<a href="/search/result/javascript:x">One</a>'],
])('codeIn does not treat %s as code', (_name, html) => {
  expect(codeIn(html)).toBeUndefined();
});
