import { describe, expect, it } from 'vitest';
import { createHostTable, hostName } from '#src/brand/hosts.ts';
import { loadBrands } from '#src/brand/registry.ts';

const brands = await loadBrands('brands');
const brandOf = createHostTable(brands);

describe('createHostTable', () => {
  it.each([
    ['www.fingeread.example', 'fingeread'],
    ['WWW.Fingeread.Example:8080', 'fingeread'],
    ['fingeread.example.', 'fingeread'],
    ['moonovel.localhost:4321', 'moonovel'],
    ['localhost', 'local'],
    ['localhost:4321', 'local'],
    ['127.0.0.1:4321', 'local'],
    ['[::1]:4321', 'local'],
    ['192.168.1.20', 'local'],
    ['10.0.0.7:80', 'local'],
    ['172.16.0.1', 'local'],
    ['172.32.0.1', undefined],
    ['8.8.8.8', undefined],
    ['nobody.example', undefined],
    ['evil.fingeread.example', undefined],
    ['', undefined],
    [undefined, undefined],
    ['a b', undefined],
    ['localhost/..', undefined],
  ])('maps %s to %s', (host, id) => {
    expect(brandOf(host)?.id).toBe(id);
  });
});

describe('createHostTable of a single brand', () => {
  const own = brands.filter(({ id }) => id === 'fingeread');

  it.each([
    ['localhost:4321', 'fingeread'],
    ['127.0.0.1:4321', 'fingeread'],
    ['192.168.1.20', 'fingeread'],
    ['fingeread.localhost', 'fingeread'],
    ['8.8.8.8', undefined],
    ['nobody.example', undefined],
    ['other.localhost', undefined],
  ])('maps %s to %s', (host, id) => {
    expect(createHostTable(own)(host)?.id).toBe(id);
  });

  it('maps no local address to one of several brands', () => {
    const several = brands.filter(({ id }) => id === 'fingeread' || id === 'moonovel');
    expect(createHostTable(several)('localhost')).toBeUndefined();
  });
});

it('hostName strips port, brackets and trailing dot', () => {
  expect(hostName('[FE80::1]:80')).toBe('fe80::1');
  expect(hostName('Example.COM.:443')).toBe('example.com');
});
