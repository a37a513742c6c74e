import { expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { siteAddress } from '../../../../src/commands/site/site-address.ts';

const oak = { id: 'oak', hosts: ['www.oak.example', 'oak.example'] };
const local = { id: 'local', hosts: ['localhost'] };

it.each([
  ['the first host, with https', oak, {}, 'https://www.oak.example'],
  ['this machine in development', oak, { NODE_ENV: 'development', PORT: '8080' }, 'http://oak.localhost:8080'],
  ['this machine for the local brand', local, {}, 'http://localhost:4321'],
  ['the configured URL', oak, { LECTERN_SITE: 'https://{brand}.test' }, 'https://oak.test'],
  [
    'the configured URL with a separate host for the local brand',
    local,
    { LECTERN_SITE: 'http://{brand}.localhost:9' },
    'http://localhost:9',
  ],
])('siteAddress returns %s', (_what, brand, env, address) => {
  expect(siteAddress(brand, getConfig(env))).toBe(address);
});
