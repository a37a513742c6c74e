import { type Block, blocksOf, entryOf, listOf, readData } from '../data.ts';
import type { Random } from '../random.ts';

export interface Person {
  readonly given: string;
  readonly family: string;
  readonly gender: 'f' | 'm';
}

export type Stage = 'modern' | 'past' | 'future' | 'realm' | 'sea';

const words = (blocks: readonly Block[]): ReadonlyMap<string, readonly string[]> =>
  new Map(blocks.map(({ head, lines }) => [head, lines.flatMap((line) => listOf(line))]));

const NAMES = words(blocksOf(readData('english/names.txt'), '#'));
const PLACES = words(blocksOf(readData('english/places.txt'), '#'));

const NUMBERS = [
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
];

export const numberWord = (random: Random) => random.pick(NUMBERS);
export const shipName = (random: Random) => random.pick(entryOf(NAMES, 'ship'));

export function personOf(random: Random, gender: 'f' | 'm' = random.chance(0.56) ? 'f' : 'm'): Person {
  return {
    given: random.pick(entryOf(NAMES, `given ${gender}`)),
    family: random.pick(entryOf(NAMES, 'family')),
    gender,
  };
}

/** Creates a person whose names differ from those of the others. */
export function anotherPerson(random: Random, others: readonly Person[], gender?: 'f' | 'm'): Person {
  const person = personOf(random, gender);
  const clashes = others.some(({ given, family }) => given === person.given || family === person.family);
  return clashes ? anotherPerson(random, others, gender) : person;
}

const joined = (random: Random, kind: string, glue: string) =>
  [`head ${kind}`, `tail ${kind}`].map((part) => random.pick(entryOf(PLACES, part))).join(glue);

const village = (random: Random) => joined(random, 'village', '').replace(/(.)\1\1/, '$1$1');
export const cityName = (random: Random) => random.pick(entryOf(PLACES, 'city'));

/** Functions that return the name of a place, by the setting of a story. */
const PLACE_OF: Readonly<Record<Stage, (random: Random) => string>> = {
  modern: (random) => (random.chance(0.25) ? cityName(random) : village(random)),
  past: (random) => (random.chance(0.35) ? cityName(random) : village(random)),
  future: (random) => joined(random, 'future', ' '),
  realm: (random) => joined(random, 'realm', ''),
  sea: (random) => joined(random, 'far', ' '),
};

export const placeName = (random: Random, stage: Stage) => PLACE_OF[stage](random);
/** Returns the name of a remote place for any setting. */
export const farPlace = PLACE_OF.sea;
export const villageName = village;

export function islandName(random: Random): string {
  const name = random.pick(entryOf(PLACES, 'tail far'));
  return random.chance(0.4) ? `${random.pick(['Little', 'Great', 'North', 'South', 'Outer', 'Inner'])} ${name}` : name;
}
