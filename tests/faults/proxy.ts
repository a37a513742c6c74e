import type { Fault } from './fault.ts';

const unit = (file: string, title: string) =>
  ({ stage: 'unit', file: `tests/unit/reverse-proxy/${file}`, title }) as const;

const kept = (title: string) =>
  ({ stage: 'integration', file: 'tests/integration/reverse-proxy/kept-pages.test.ts', title }) as const;

const files = (title: string) =>
  ({ stage: 'integration', file: 'tests/integration/reverse-proxy/files.test.ts', title }) as const;

/** What nginx and Caddy send by themselves (docs/operate/proxy.md). */
export const PROXY_FAULTS: readonly Fault[] = [
  {
    line: 'A web server sends a page with the policy of its own bundle',
    test: files('never sends pages of another bundle with the policy it knows'),
    fault: 'nginx reads whatever release is live',
    file: 'src/reverse-proxy/nginx.ts',
    find: "'current', bundleFolder(live.bundle)",
    replace: "'current', 'site'",
  },
  {
    line: 'Only the one spelling of an address is a file',
    test: unit('addresses.test.ts', 'is told from other spellings'),
    fault: 'small letters in percent-encoding count as well',
    file: 'src/reverse-proxy/addresses.ts',
    find: '|7[BCD]|[89A-F][0-9A-F])',
    replace: '|7[BCD]|[89A-Fa-f][0-9A-Fa-f])',
  },
  {
    line: 'nginx keeps nothing that was asked for with a token',
    test: kept('is neither kept nor answered from what is kept'),
    fault: 'the token is not looked at',
    file: 'src/reverse-proxy/nginx.ts',
    find: 'proxy_no_cache $http_authorization $lectern_unkept;',
    replace: 'proxy_no_cache $lectern_unkept;',
  },
  {
    line: 'nginx sends a page in dcz to nobody without its dictionary',
    test: kept('that a dictionary compressed is kept for those who have this dictionary'),
    fault: 'what it keeps is looked up without the dictionary',
    file: 'src/reverse-proxy/nginx.ts',
    find: '$lectern_encoding $lectern_dictionary $lectern_address',
    replace: '$lectern_encoding $lectern_address',
  },
  {
    line: 'A page that is gone is not sent from what nginx keeps',
    test: kept('is replaced when it is gone, and comes back'),
    fault: 'only pages replace pages',
    file: 'src/reverse-proxy/nginx-maps.ts',
    find: '  " EXPIRED" 0;\n',
    replace: '',
  },
];
