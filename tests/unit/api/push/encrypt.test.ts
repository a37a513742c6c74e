import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encrypt } from '#src/api/push/encrypt.ts';
import { createBrowser } from '../../../helpers/push-browser.ts';

/** RFC 8291, section 5. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  receiver: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('encrypt', () => {
  it('gives the message of RFC 8291 for its keys', () => {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(RFC.sender, 'base64url'));
    const once = { pair, salt: Buffer.from(RFC.salt, 'base64url') };
    expect(encrypt(Buffer.from(RFC.text), RFC.receiver, once).toString('base64url')).toBe(RFC.body);
  });

  it('is read by the browser alone, and looks different each time', () => {
    const [browser, other] = [createBrowser(), createBrowser()];
    const [one, two] = [
      encrypt(Buffer.from('Chapter 12'), browser.keys),
      encrypt(Buffer.from('Chapter 12'), browser.keys),
    ];
    expect(browser.read(one)).toBe('Chapter 12');
    expect(one.equals(two)).toBe(false);
    expect(() => other.read(one)).toThrow();
  });
});
