import { describe, expect, it } from 'vitest';
import { etagOf } from '#src/api/http/reply.ts';

describe('etagOf', () => {
  it('is strong and differs with the content', () => {
    expect(etagOf('a')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(etagOf('a')).toBe(etagOf(Buffer.from('a')));
    expect(etagOf('a')).not.toBe(etagOf('b'));
  });
});
