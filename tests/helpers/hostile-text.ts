/** Texts that no store can represent. */
export const UNSTORABLE: readonly string[] = ['\0', 'a\0b', '\ud800', 'x\udfff', '\udc00\ud800', '😀\ud83d'];

/** Texts that are unusual but valid. */
export const ODD: readonly string[] = [
  '%',
  '100% love',
  '%25',
  '%2541',
  '%2F',
  '%00',
  '%ED%A0%80',
  '/',
  '\\',
  '..',
  '.',
  '?',
  '#',
  '+',
  '"',
  "'",
  '* OR 1',
  '[a',
  '\u0001\u001f\u007f\u0085',
  '\u202eabc\u2066',
  'e\u0301\u0323\u20dd',
  '\ufeff\u200b\u00ad',
  '\ufffe\uffff\u{10ffff}',
  '三体 السلام',
  'a'.repeat(5000),
  '👩‍👩‍👧‍👦'.repeat(60),
];

/** Values that do not have the type of the field. */
export const WRONG_TYPES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  'abc',
  '1e9',
  '9223372036854775808',
  '2026-13-01',
  [],
  [[]],
  [null],
  ['abc', 1, true],
  {},
  { a: { b: 1 } },
];
