import { rulesOf, type Medium } from '../channels/offers';

/** Bytes a file may have on a medium, by its type. */
export function assetLimit(medium: Medium, contentType: string): number {
  const { files } = rulesOf(medium).limits;
  return files.find(({ types }) => types.some((type) => contentType.startsWith(type)))?.mostBytes ?? 0;
}

/** The largest of all limits: nothing beyond it is read at all. */
export const LARGEST_ASSET = 100 * 1024 * 1024;
