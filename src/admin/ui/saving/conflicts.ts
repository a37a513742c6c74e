import { changesIn, isSame } from '../providers/changes.ts';
import { type Choice, mergedText, mergeTexts, type Piece } from './merge-texts.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A field that both people have changed, in different ways. */
export interface FieldConflict {
  readonly name: string;
  readonly yours: unknown;
  readonly theirs: unknown;
  /** The parts of a text; undefined for other values. */
  readonly pieces: readonly Piece[] | undefined;
}

/** The chosen versions, by `choiceKey`: the field or, for a text, the field and the index of the piece. */
export type Choices = Readonly<Record<string, Choice>>;

export const choiceKey = (name: string, piece?: number): string => (piece === undefined ? name : `${name}/${piece}`);

/** Fields that are merged by paragraph. */
const TEXTS = ['html', 'introduction', 'note', 'subtitle'];

/** @param base the values that both started from */
export function conflictsOf(base: Fields, yours: Fields, theirs: Fields): FieldConflict[] {
  return Object.entries(changesIn(yours, base)).flatMap(([name, value]): FieldConflict[] => {
    const other = theirs[name];
    if (!Object.hasOwn(theirs, name) || isSame(other, base[name]) || isSame(other, value)) return [];
    const isText = TEXTS.includes(name) && typeof value === 'string' && typeof other === 'string';
    const pieces = isText ? mergeTexts(String(base[name] ?? ''), value, other) : undefined;
    return [{ name, yours: value, theirs: other, pieces }];
  });
}

/** Keys of the choices that a conflict needs. */
export const choicesOf = ({ name, pieces }: FieldConflict): string[] =>
  pieces === undefined
    ? [choiceKey(name)]
    : pieces.flatMap(({ kind }, index) => (kind === 'conflict' ? [choiceKey(name, index)] : []));

/** Merges your changes into `theirs`. `choices` resolves the conflicts. */
export function merged(
  { base, yours, theirs }: { readonly base: Fields; readonly yours: Fields; readonly theirs: Fields },
  conflicts: readonly FieldConflict[],
  choices: Choices,
): Fields {
  const resolved = conflicts.map((conflict) => [conflict.name, resolve(conflict, choices)] as const);
  return { ...theirs, ...changesIn(yours, base), ...Object.fromEntries(resolved) };
}

function resolve({ name, pieces, yours, theirs }: FieldConflict, choices: Choices): unknown {
  if (pieces === undefined) return choices[choiceKey(name)] === 'theirs' ? theirs : yours;
  const byIndex = pieces.map((_, index) => [index, choices[choiceKey(name, index)]] as const);
  return mergedText(pieces, Object.fromEntries(byIndex.flatMap(([at, choice]) => (choice ? [[at, choice]] : []))));
}
