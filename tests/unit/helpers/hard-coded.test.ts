import { expect, it } from 'vitest';
import { hardCoded } from '../../helpers/hard-coded.ts';

it('hardCoded returns texts with words outside brackets', () => {
  const texts = [
    '[Ĥóóméé]',
    'Home',
    '[Ŕééáď] more',
    '[á [b] ć]',
    'Ιστορία 3',
    '12K',
    'Polyglot',
    'A',
    'Ab',
    'Welcome',
    'Welcome back',
    '[open',
    '',
  ];
  expect(hardCoded(texts)).toEqual(['Home', '[Ŕééáď] more', 'Ab', 'Welcome back', '[open']);
});
