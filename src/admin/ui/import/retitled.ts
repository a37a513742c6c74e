import { changed, type Plan } from './plan.ts';

/** Sets a chapter's title, without the white space around it. Returns the same plan if the title is the same. */
export function retitled(plan: Plan, at: number, title: string): Plan {
  const text = title.replaceAll(/\s+/g, ' ').trim();
  return text === plan[at]?.title ? plan : changed(plan, at, { title: text });
}
