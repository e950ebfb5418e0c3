import { harmlessFileName } from '@parley/contracts/rules/file-name';
import type { SignedFile } from './storage';

/** What browsers show without running anything in it. SVG and HTML can carry scripts; PDF has its own viewer. */
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

/** The type as a header can say it. Whoever sent the file named it, so it may be anything. */
export function contentTypeOf({ contentType }: SignedFile): string {
  const tidy = contentType.trim().toLowerCase();
  return /^[a-z]+\/[\w.+-]+(; ?[\w-]+=[\w.+-]+)*$/.test(tidy) ? tidy : 'application/octet-stream';
}

/** The Content-Disposition header (RFC 6266): shown in place only if asked for and of a known type. */
export function dispositionOf(file: SignedFile): string {
  const type = contentTypeOf(file).split(';')[0] ?? '';
  const disposition = file.inline && SHOWN.has(type) ? 'inline' : 'attachment';
  // Names of before were kept as they came.
  const name = harmlessFileName(file.fileName);
  if (!name) return disposition;
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
