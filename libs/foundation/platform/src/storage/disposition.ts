import { harmlessFileName } from '@parley/contracts/rules/file-name';
import type { SignedFile } from './storage';

/** Types that browsers show without running code. SVG and HTML can have scripts; PDF has its own viewer. */
const SHOWN = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'audio/aac',
  'audio/amr',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/webm',
  'video/3gpp',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
]);

/** @returns the type in a form that is valid in a header. The sender of the file chose it, so it can be any text. */
export function contentTypeOf({ contentType }: SignedFile): string {
  const tidy = contentType.trim().toLowerCase();
  return /^[a-z]+\/[\w.+-]+(; ?[\w-]+=[\w.+-]+)*$/.test(tidy) ? tidy : 'application/octet-stream';
}

/** @returns the Content-Disposition header (RFC 6266): `inline` only on request and for a type in SHOWN */
export function dispositionOf(file: SignedFile): string {
  const type = contentTypeOf(file).split(';')[0] ?? '';
  const disposition = file.inline && SHOWN.has(type) ? 'inline' : 'attachment';
  // Earlier releases stored files under their original names, which may be harmful.
  const name = harmlessFileName(file.fileName);
  if (!name) return disposition;
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
