import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares two texts in a time that does not depend on their common prefix. */
export function isSame(given: string | undefined, wanted: string): boolean {
  if (given === undefined) return false;
  const [one, other] = [given, wanted].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return timingSafeEqual(one!, other!);
}
