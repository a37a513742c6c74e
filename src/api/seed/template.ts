import type { Random } from './random.ts';

/** Values for the `{name}` placeholders of a template. */
export type Slots = Readonly<Record<string, string>>;

/**
 * Fills a template: chooses one of `[one|other]`, then replaces `{name}` with its value.
 * @throws RangeError for a name without a value
 */
export function fill(template: string, random: Random, slots: Slots): string {
  const chosen = template.replaceAll(/\[([^\]]*)\]/g, (_all, choices: string) => random.pick(choices.split('|')));
  return chosen.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new RangeError(`No slot "${name}" for: ${template}`);
    return value;
  });
}

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
