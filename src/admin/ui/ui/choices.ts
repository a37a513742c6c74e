export interface Choice<T extends string> {
  readonly id: T;
  readonly name: string;
}

/** The choices of a select, from display names by API value. */
export const choicesOf = <T extends string>(names: Readonly<Record<T, string>>): Choice<T>[] =>
  (Object.entries(names) as [T, string][]).map(([id, name]) => ({ id, name }));
