import { rulesOf, type Medium } from '../channels/offers';

/** Maximum size in bytes of a file of this MIME type on a medium; 0 if the medium does not carry the type. */
export function assetLimit(medium: Medium, contentType: string): number {
  const { files } = rulesOf(medium).limits;
  return files.find(({ types }) => types.some((type) => contentType.startsWith(type)))?.mostBytes ?? 0;
}

/** Maximum size in bytes on any medium; the server stops reading a file beyond this size. */
export const MAX_ASSET_SIZE = 100 * 1024 * 1024;
