/** Returns the words that result from omitting one character of a word. */
export function deletions(word: string): string[] {
  const letters = [...word];
  return [...new Set(letters.map((_, place) => letters.toSpliced(place, 1).join('')))];
}

/** Whether adding, omitting or changing one letter, or swapping two, turns one word into the other. */
export function isOneEditApart(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [[...one], [...other]];
  const start = a.findIndex((letter, place) => letter !== b[place]);
  const from = start === -1 ? a.length : start;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  const same = (x: string[], y: string[]) => x.join('') === y.join('');
  return (
    same(restA.slice(1), restB.slice(1)) ||
    same(restA, restB.slice(1)) ||
    same(restA.slice(1), restB) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && same(restA.slice(2), restB.slice(2)))
  );
}
