import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { assetIdOf } from '../asset-id';
import { isRecord, known, list, number, oneLine, record, text, webAddress, type Json } from '../json';

type Unsupported = Extract<MessageContent, { type: 'unsupported' }>;

export function unsupported(rawKind: string, reason: string): Unsupported {
  return { type: 'unsupported', rawKind, reason };
}

/** Kinds of attachments with a file, and the content type that is assumed until the file is downloaded. */
const files: Record<string, [category: MessageAsset['category'], contentType: string]> = {
  image: ['image', 'image/jpeg'],
  video: ['video', 'video/mp4'],
  audio: ['audio', 'audio/mp4'],
  file: ['document', 'application/octet-stream'],
  story_mention: ['image', 'image/jpeg'],
  share: ['image', 'image/jpeg'],
  post: ['image', 'image/jpeg'],
  ig_post: ['image', 'image/jpeg'],
  ig_story: ['image', 'image/jpeg'],
  reel: ['video', 'video/mp4'],
  ig_reel: ['video', 'video/mp4'],
};

const MAX_ATTACHMENTS = 30;

/**
 * Reads the content of a message: a text, attachments, or both.
 * @param externalId id of the message, from which the ids of its files derive
 */
export function contentOf(message: Json, externalId: string): MessageContent {
  const attachments = list(message.attachments).filter(isRecord).slice(0, MAX_ATTACHMENTS);
  const assets = attachments.flatMap(
    (attachment, index) => assetOf(attachment, `${externalId}/${index}`) ?? [],
  );
  const lines = [
    text(message.text) ?? text(record(message.quick_reply).payload),
    ...attachments.map((attachment) => wordsOf(attachment)),
  ];
  const written = lines.filter((line) => line !== undefined).join('\n');
  if (assets.length > 0) return known({ type: 'asset' as const, assets, caption: written || undefined });
  const place = attachments.map(placeOf).find((found) => found !== null);
  if (place && !written) return place;
  const words = [written, place && `${place.latitude}, ${place.longitude}`].filter(Boolean).join('\n');
  if (words) return { type: 'text', text: words };
  const kinds = attachments.map((attachment) => text(attachment.type, 64) ?? 'attachment');
  return unsupported(kinds[0] ?? 'message', reasonOf(attachments[0]));
}

function reasonOf(attachment: Json | undefined): string {
  if (!attachment) return 'There is neither a text nor an attachment in it.';
  const kind = text(attachment.type, 64) ?? 'an attachment';
  return kind in files ? `Meta did not give the file (${kind}).` : `Meta calls it ${kind}.`;
}

function assetOf({ type, payload }: Json, key: string): MessageAsset | null {
  const kind = text(type, 64) ?? '';
  const { url, sticker_id } = record(payload);
  const mediaId = text(url, 4096);
  const usual = Object.hasOwn(files, kind) ? files[kind] : undefined;
  if (!usual || !mediaId) return null;
  const [category, contentType] = usual;
  const isSticker = category === 'image' && sticker_id !== undefined;
  return known({
    assetId: assetIdOf(key, kind),
    mediaId,
    contentType,
    fileName: kind === 'file' ? harmlessFileName(fileNameIn(mediaId)) : undefined,
    category: isSticker ? ('sticker' as const) : category,
  });
}

function fileNameIn(text: string): string | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  try {
    return decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
  } catch {
    return undefined;
  }
}

/** The text of an attachment without a file: a link, products, the title of a reel. */
function wordsOf({ type, title, url, payload }: Json): string | undefined {
  const body = record(payload);
  switch (type) {
    case 'fallback':
      return join(oneLine(title, 1024), webAddress(url) ?? webAddress(body.url));
    case 'template':
      return join(
        ...[...list(record(body.product).elements), ...list(body.elements)]
          .slice(0, MAX_ATTACHMENTS)
          .map(record)
          .flatMap((element) => [oneLine(element.title, 1024), oneLine(element.subtitle, 1024)]),
        text(body.text, 4096),
      );
    case 'like_heart':
      return '❤️';
    case 'reel':
    case 'ig_reel':
    case 'post':
    case 'ig_post':
      return oneLine(body.title, 2048);
    default:
      return undefined;
  }
}

function join(...lines: (string | undefined)[]): string | undefined {
  return lines.filter(Boolean).join('\n') || undefined;
}

function placeOf({ type, title, url, payload }: Json): Extract<MessageContent, { type: 'location' }> | null {
  if (type !== 'location') return null;
  const { lat, long } = record(record(payload).coordinates);
  const [latitude, longitude] = [number(lat), number(long)];
  if (latitude === undefined || longitude === undefined) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return known({
    type: 'location' as const,
    latitude,
    longitude,
    name: oneLine(title, 1024),
    url: webAddress(url),
  });
}
