import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import type { Fault } from '../../tests/faults/fault.ts';

/**
 * A source text with the mistake in it.
 * @throws LecternError where the place is not in the text exactly once
 */
export function withFault(text: string, { file, find, replace }: Fault): string {
  const places = text.split(find).length - 1;
  if (places === 1) return text.replace(find, () => replace);
  throw new LecternError('FAULT', `${file} has ${places} places of a fault, which needs one: ${find}`);
}

/** Puts the mistake into a copy of the project. @returns what takes it out again */
export async function applyFault(root: string, fault: Fault): Promise<() => Promise<void>> {
  const path = join(root, fault.file);
  const before = await readFile(path, 'utf8');
  await writeFile(path, withFault(before, fault));
  return () => writeFile(path, before);
}
