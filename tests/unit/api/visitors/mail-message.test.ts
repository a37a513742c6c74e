import { expect, it } from 'vitest';
import { messageText } from '#src/api/visitors/mail-message.ts';

const mail = { from: { name: 'Novel & Co', address: 'no-reply@novel.example' }, to: 'ann@example.org' };
const at = new Date('2026-06-01T12:00:00Z');

it('is a mail in ASCII, with the text whole', () => {
  const text = messageText({ ...mail, subject: 'Ihr Paßwort', text: 'Größe\n'.repeat(40) }, 'one', at);
  expect(text).toMatch(/^[\r\n -~]*$/);
  expect(text).toContain('Date: Mon, 01 Jun 2026 12:00:00 +0000\r\n');
  expect(text).toContain('Message-ID: <one@novel.example>\r\n');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(Buffer.from(body, 'base64').toString()).toBe('Größe\n'.repeat(40));
  expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(78);
  expect(head).not.toContain('Novel & Co');
});

it('takes nobody into its headers', () => {
  const text = messageText({ ...mail, subject: 'One\r\nBcc: all@example.org', text: '' }, 'one', at);
  expect(text).not.toMatch(/^Bcc/m);
});
