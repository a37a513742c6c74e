import { changed, type Plan } from './plan.ts';

/** Sets a chapter's title after trimming it. Returns the same plan if the title does not change. */
export function retitled(plan: Plan, at: number, title: string): Plan {
  const text = title.replaceAll(/\s+/g, ' ').trim();
  return text === plan[at]?.title ? plan : changed(plan, at, { title: text });
}
