import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { withoutPlural } from '#src/shell/ui/island-texts.ts';
import type { Literal } from './parse-module.ts';
import { createFileParser, ModuleWalk, type ParseFile } from './walk-modules.ts';

/** The text keys that an island uses. */
export interface IslandKeys {
  /** Keys by area, sorted, without plural suffixes. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Modules that the keys were collected from. */
  readonly files: readonly string[];
}

/** All keys by area, without plural suffixes. */
export type AreaKeys = Readonly<Record<string, ReadonlySet<string>>>;

/** The folder with the texts that define each area's keys. */
export const localeFolder = (root: string): string => join(root, 'src/i18n/locales/en');

/** Reads the keys of each area from the English texts. */
export function readAreaKeys(root: string): AreaKeys {
  const folder = localeFolder(root);
  const keysIn = (file: string) => Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return Object.fromEntries(
    readdirSync(folder).map((file) => [basename(file, '.json'), new Set(keysIn(file).map(withoutPlural))]),
  );
}

/**
 * Collects the keys that an island uses from its modules. These are the arguments of `t` (a template counts as every
 * key it matches), and any other string that is a key in one of the island's areas, because a variable may pass it to
 * `t`.
 * @param entry absolute path of the island's module
 * @throws {Error} with file and line, if `t` is called with a key that is in none of the island's areas, or if two
 * areas of the island share a key
 */
export function collectIslandKeys(
  root: string,
  entry: string,
  areaKeys: AreaKeys,
  parse: ParseFile = createFileParser().parse,
): IslandKeys {
  const walk = new ModuleWalk(root, parse);
  walk.reach(entry, '*');
  const named = new Map(walk.reached.map((reached) => [reached, [...walk.areasOf(reached)]]));
  const all = [...new Set([...named.values()].flat())].sort();
  const places = new Map<string, { readonly area: string; readonly place: Place }>();
  for (const [{ file, statement }, own] of named) {
    for (const literal of statement.literals) {
      if (!literal.isArgument && !mayHaveKeys(file)) continue;
      const place = { file, start: literal.start };
      const areas = own.length > 0 ? own : all;
      const matches = matchesOf(literal, areas, areaKeys);
      if (literal.isArgument && matches.length === 0) throw unknownKey(literal, areas, lineOf(root, place));
      for (const { key, area } of matches) {
        const previous = places.get(key);
        if (previous && previous.area !== area)
          throw sharedKey(
            key,
            [previous, { area, place }].map((use) => ({ area: use.area, line: lineOf(root, use.place) })),
          );
        places.set(key, { area, place });
      }
    }
  }
  const keysOf = (area: string) => [...places].filter(([, place]) => place.area === area).map(([key]) => key);
  const keys = Object.fromEntries(all.map((area) => [area, keysOf(area).sort()]));
  return { keys, files: [...walk.files] };
}

interface Place {
  readonly file: string;
  readonly start: number;
}

/** Formats a place as `file:line`. */
function lineOf(root: string, { file, start }: Place): string {
  const before = readFileSync(file, 'utf8').slice(0, start);
  return `${relative(root, file)}:${before.split('\n').length}`;
}

/** Whether strings in the file can be text keys. In stores they never are. */
const mayHaveKeys = (file: string) =>
  /\/src\/(?:features|shell\/island)\//.test(file) && !/\/state(?:\/|\.ts$)/.test(file);

/** The keys that a literal matches, each in the first area that contains it. */
function matchesOf({ parts, isArgument }: Literal, areas: readonly string[], areaKeys: AreaKeys) {
  const [start = '', ...rest] = parts;
  const end = rest.at(-1) ?? '';
  const isMatch = (key: string) => key.length > start.length + end.length && key.startsWith(start) && key.endsWith(end);
  const matches = new Map<string, string>();
  for (const area of areas) {
    const keys = areaKeys[area] ?? new Set();
    const matchingKeys =
      rest.length === 0 ? [start].filter((key) => keys.has(key)) : isArgument ? [...keys].filter(isMatch) : [];
    for (const key of matchingKeys) if (!matches.has(key)) matches.set(key, area);
  }
  return [...matches].map(([key, area]) => ({ key, area }));
}

const unknownKey = ({ parts }: Literal, areas: readonly string[], place: string) =>
  new Error(
    `${place}: t('${parts.join('…')}') has no text in ${areas.join(', ') || 'any area'}. ` +
      'Add the key to src/i18n/locales/*/, or fix it.',
  );

const sharedKey = (key: string, [first, second]: readonly { readonly area: string; readonly line: string }[]) =>
  new Error(
    `${second?.line}: '${key}' is a text of ${second?.area}, and of ${first?.area} in ${first?.line}. ` +
      'An island gets one text per key: rename one of them.',
  );
