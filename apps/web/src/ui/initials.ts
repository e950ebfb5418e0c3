/** Initials: the first letters of the first and the last word, or the last two digits of a phone number. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const [first, last] = [words.at(0), words.length > 1 ? words.at(-1) : undefined];
  if (first === undefined) return name.replace(/\D/g, '').slice(-2) || '?';
  return [first, last]
    .map((word) => Array.from(word ?? '').find((letter) => /\p{L}/u.test(letter)) ?? '')
    .join('')
    .toUpperCase();
}
