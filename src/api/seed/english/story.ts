import type { Random } from '../random.ts';
import { capitalised, fill, type Slots } from '../template.ts';
import {
  anotherPerson,
  farPlace,
  islandName,
  numberWord,
  type Person,
  personOf,
  placeName,
  shipName,
} from './names.ts';
import type { Premise } from './premises.ts';

/** A story based on a premise: the people, places and things in the whole book. */
export interface Story {
  readonly premise: Premise;
  readonly slots: Slots;
}

export function createStory(premise: Premise, random: Random): Story {
  const [first, second] = premise.cast.map((code) => (code === 'f' || code === 'm' ? code : undefined));
  const hero = personOf(random, first);
  const other = anotherPerson(random, [hero], second);
  const third = anotherPerson(random, [hero, other]);
  return { premise, slots: { ...peopleSlots(hero, other, third), ...worldSlots(premise, random) } };
}

function worldSlots(premise: Premise, random: Random): Slots {
  const { stage, thing } = premise;
  const place = mainPlace(premise, random);
  const n = numberWord(random);
  const town = [1, 2, 3, 4].map(() => placeName(random, stage)).find((name) => name !== place) ?? 'town';
  return { place, town, thing, Thing: capitalised(thing), ship: shipName(random), n, N: capitalised(n) };
}

function mainPlace({ category, stage, tags }: Premise, random: Random): string {
  if (tags.includes('islands') && stage !== 'future') return islandName(random);
  return category === 'Adventure' ? farPlace(random) : placeName(random, stage);
}

function peopleSlots(hero: Person, other: Person, third: Person): Slots {
  const [she, her, hem, hers] = hero.gender === 'f' ? ['she', 'her', 'her', 'hers'] : ['he', 'his', 'him', 'his'];
  const [he, his, him] = other.gender === 'm' ? ['he', 'his', 'him'] : ['she', 'her', 'her'];
  const [herself, himself] = [hero, other].map(({ gender }) => (gender === 'f' ? 'herself' : 'himself'));
  return {
    she,
    her,
    hem,
    hers,
    herself: herself ?? '',
    he,
    his,
    him,
    himself: himself ?? '',
    She: capitalised(she),
    Her: capitalised(her),
    He: capitalised(he),
    His: capitalised(his),
    hero: hero.given,
    Hero: `${hero.given} ${hero.family}`,
    other: other.given,
    Other: `${other.given} ${other.family}`,
    other_last: other.family,
    third: third.given,
  };
}

const OPTIONAL = '? ';
const OPTIONAL_SHARE = 0.62;

/** Returns an introduction of two to five sentences. */
export function introductionOf({ premise, slots }: Story, random: Random): string {
  const chosen = premise.sentences.filter((line) => !line.startsWith(OPTIONAL) || random.chance(OPTIONAL_SHARE));
  return chosen.map((line) => fill(line.replace(OPTIONAL, ''), random, slots)).join(' ');
}
