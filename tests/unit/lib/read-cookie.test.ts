import { expect, it } from 'vitest';
import { cookieOf } from '#src/lib/read-cookie.ts';

it.each([
  ['section=9', 'section', '9'],
  ['hb_lang=es; section=25', 'section', '25'],
  ['hb_lang=es;section=25', 'section', '25'],
  ['my_section=1', 'section', undefined],
  ['', 'section', undefined],
  ['section=', 'section', ''],
])('cookieOf(%j, %j) returns %j', (cookies, name, value) => expect(cookieOf(cookies, name)).toBe(value));
