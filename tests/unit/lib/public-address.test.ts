import type { LookupAddress } from 'node:dns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPublicLookup, isPublicAddress } from '#src/lib/public-address.ts';

const octets = fc.tuple(...([0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 255 })) as never[])) as fc.Arbitrary<
  [number, number, number, number]
>;

/** Special-purpose IPv4 networks (RFC 6890 and the IANA registry), given by their first octets. */
const INNER_V4 = (octet: readonly number[]) => {
  const [a = 0, b = 0, c = 0] = octet;
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 192 && b === 88 && c === 99) ||
    (a === 192 && ((b === 175 && c === 48) || (b === 31 && c === 196) || (b === 52 && c === 193))) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  );
};

const hex = (value: number) => value.toString(16);
const asHex = ([a, b, c, d]: readonly number[]) =>
  `${hex((a ?? 0) * 256 + (b ?? 0))}:${hex((c ?? 0) * 256 + (d ?? 0))}`;

describe('isPublicAddress', () => {
  it('accepts exactly the public IPv4 addresses', () => {
    const inner = fc.constantFrom<[number, number, number, number]>(
      [10, 0, 0, 1],
      [127, 0, 0, 1],
      [169, 254, 169, 254],
      [172, 16, 0, 1],
      [192, 168, 0, 1],
      [100, 64, 0, 1],
      [0, 0, 0, 0],
      [255, 255, 255, 255],
      [224, 0, 0, 1],
      [240, 0, 0, 1],
      [198, 18, 0, 1],
      [192, 0, 2, 1],
      [203, 0, 113, 1],
      [198, 51, 100, 1],
    );
    fc.assert(
      fc.property(fc.oneof(octets, inner), (octet) => {
        expect([octet, isPublicAddress(octet.join('.'))]).toEqual([octet, !INNER_V4(octet)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('rejects IPv6 addresses that contain an IPv4 address, in any spelling', () => {
    fc.assert(
      fc.property(octets, (octet) => {
        const [dotted, groups] = [octet.join('.'), asHex(octet)];
        const forms = [
          `::ffff:${dotted}`,
          `::FFFF:${groups}`,
          `0:0:0:0:0:ffff:${groups}`,
          `::${dotted}`,
          `::${groups}`,
          `::ffff:0:${dotted}`,
          `64:ff9b::${dotted}`,
          `64:ff9b::${groups}`,
          `0064:FF9B:0:0:0:0:${groups}`,
          `64:ff9b:1::${dotted}`,
          `2002:${groups}::1`,
          `2002:${groups}:0:0:0:0:0:0`,
          `2001:0:${groups}::1`,
          `2001:0:1:2:3:4:${groups}`,
        ];
        expect(forms.filter(isPublicAddress)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts an ISATAP address only if its IPv4 address is public', () => {
    fc.assert(
      fc.property(octets, fc.constantFrom('0', '200'), (octet, first) => {
        const address = `2600:1:2:3:${first}:5efe:${asHex(octet)}`;
        expect([address, isPublicAddress(address)]).toEqual([address, !INNER_V4(octet)]);
      }),
    );
  });

  it('rejects IPv6 addresses outside global unicast', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, (parts) => {
        const [first = 0] = parts;
        const isIn = first >= 0x2000 && first <= 0x3fff;
        if (!isIn) expect(isPublicAddress(parts.map(hex).join(':'))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '::',
    '::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '5f00::1',
    '2606:4700::1%eth0',
    '',
    'localhost',
    '1',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '1.2.3.4.5',
    '[2606:4700::1]',
    '1.1.1.1/8',
  ])('rejects %j', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2A00:1450:4001:830::200E', '2620:fe::fe'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe('the name look-up of a connection', () => {
  const lookUp = (addresses: readonly string[], all = true) =>
    new Promise<{ error: Error | null; result: string | LookupAddress[] }>((resolve) => {
      createPublicLookup(async () => addresses)('push.example.net', { all }, (error, result) =>
        resolve({ error, result }),
      );
    });

  it('returns the checked addresses', async () => {
    expect((await lookUp(['8.8.8.8', '2606:4700::1'])).result).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect((await lookUp(['8.8.8.8'], false)).result).toBe('8.8.8.8');
  });

  it.each([[[]], [['10.0.0.1']], [['8.8.8.8', '::ffff:10.0.0.1']], [['nonsense']]])(
    'rejects a name that resolves to %j',
    async (addresses) => {
      const { error, result } = await lookUp(addresses);
      expect([error?.message, result]).toEqual(['push.example.net is not a public address.', []]);
    },
  );

  it('resolves the name only once', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const lookup = createPublicLookup(async () => answers.shift() ?? []);
    const result = await new Promise((resolve) =>
      lookup('rebind.example', { all: true }, (_error, list) => resolve(list)),
    );
    expect([result, answers.length]).toEqual([[{ address: '8.8.8.8', family: 4 }], 1]);
  });
});
