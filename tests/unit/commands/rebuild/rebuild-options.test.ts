import { describe, expect, it } from 'vitest';
import { parseRebuild, type RebuildSwitches } from '../../../../src/commands/rebuild/rebuild-options.ts';

const night = { mode: 'night' };

describe('parseRebuild', () => {
  it.each<[RebuildSwitches, object]>([
    [{}, night],
    [{ full: false, 'dry-run': false, queue: false }, night],
    [
      { full: true, accept: 'cut' },
      { mode: 'night', full: true, accept: 'cut' },
    ],
    [
      { pages: ['/'], accept: 'cut' },
      { mode: 'correction', pages: ['/'], accept: 'cut' },
    ],
    [{ 'changed-since': 'a.1' }, { mode: 'changed-since', cursor: 'a.1' }],
    [{ 'dry-run': true }, { mode: 'dry-run', of: night }],
    [
      { 'dry-run': true, full: true },
      { mode: 'dry-run', of: { mode: 'night', full: true } },
    ],
    [
      { 'dry-run': true, pages: ['/'] },
      { mode: 'dry-run', of: { mode: 'correction', pages: ['/'] } },
    ],
    [{ explain: '/tags/' }, { mode: 'explain', path: '/tags', of: night }],
    [
      { explain: '/tags', 'dry-run': true, 'changed-since': 'a.1' },
      { mode: 'explain', path: '/tags', of: { mode: 'changed-since', cursor: 'a.1' } },
    ],
    [{ explain: 'https://www.example/es/tag/9/Café?x=1' }, { mode: 'explain', path: '/es/tag/9/Caf%C3%A9', of: night }],
  ])('parses %j', (switches, options) => {
    const { runs, options: parsed } = parseRebuild(switches);
    expect([runs, parsed]).toMatchObject(['here', options]);
    expect(Object.entries(parsed).filter(([name, value]) => value && !(name in options))).toEqual([]);
  });

  it.each<[RebuildSwitches, object]>([
    [{}, night],
    [{ full: true }, { mode: 'night', full: true }],
    [{ pages: ['/'] }, { mode: 'correction', pages: ['/'] }],
    [
      { 'changed-since': 'a.1', accept: 'cut' },
      { mode: 'changed-since', cursor: 'a.1', accept: 'cut' },
    ],
  ])('accepts %j for workers', (switches, options) => {
    expect(parseRebuild({ ...switches, queue: true })).toMatchObject({ runs: 'in-queue', options });
  });

  it.each<[RebuildSwitches, string]>([
    [{ accept: ' ' }, '--accept needs a reason'],
    [{ explain: 'tags' }, '--explain tags: give the path of a page'],
    [{ explain: '/%zz' }, '--explain /%zz: give the path of a page'],
  ])('rejects %j', (switches, message) => {
    expect(() => parseRebuild(switches)).toThrow(message);
  });

  const VALUES = {
    full: true,
    pages: ['/'],
    'changed-since': 'a.1',
    'dry-run': true,
    explain: '/',
    queue: true,
    accept: 'cut',
  } as const satisfies RebuildSwitches;
  type Name = keyof typeof VALUES;

  it.each<[Name, Name[]]>([
    ['full', ['pages', 'changed-since']],
    ['pages', ['full', 'changed-since', 'explain']],
    ['changed-since', ['full', 'pages']],
    ['dry-run', ['queue']],
    ['explain', ['pages', 'queue']],
    ['queue', ['dry-run', 'explain']],
    ['accept', []],
  ])('accepts --%s with every other option except %j', (name, excluded) => {
    const others = (Object.keys(VALUES) as Name[]).filter((other) => other !== name);
    const rejected = others.filter((other) => {
      try {
        parseRebuild({ [name]: VALUES[name], [other]: VALUES[other] });
        return false;
      } catch (error) {
        expect(error).toMatchObject({
          exitCode: 2,
          message: expect.stringMatching(/^--\S+ and --\S+ cannot be combined\./),
        });
        return true;
      }
    });
    expect(rejected.toSorted()).toEqual(excluded.toSorted());
  });
});
