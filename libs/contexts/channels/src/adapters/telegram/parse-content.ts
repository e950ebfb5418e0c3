import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import { harmlessFileName } from '@parley/contracts/rules/file-name';
import { assetIdOf } from '../asset-id';
import { identifier, isRecord, known, list, number, oneLine, record, text, type Json } from '../json';

type Unsupported = Extract<MessageContent, { type: 'unsupported' }>;

export function unsupported(rawKind: string, reason: string): Unsupported {
  return { type: 'unsupported', rawKind, reason };
}

/** Fields with a file, the most specific first: an animation, for example, has the field `document` as well. */
const files: [field: string, category: MessageAsset['category'], contentType: string][] = [
  ['animation', 'video', 'video/mp4'],
  ['video', 'video', 'video/mp4'],
  ['video_note', 'video', 'video/mp4'],
  ['voice', 'voice', 'audio/ogg'],
  ['audio', 'audio', 'audio/mpeg'],
  ['sticker', 'sticker', 'image/webp'],
  ['document', 'document', 'application/octet-stream'],
];

/** Fields that a message of any kind may have. */
const aboutTheMessage =
  /^(message_(id|thread_id)|from|sender_.*|chat|date|edit_date|forward_.*|is_.*|reply_.*|external_reply|quote|via_bot|has_.*|media_group_id|author_signature|entities|caption.*|link_preview_options|effect_id|show_caption_above_media|business_.*|paid_.*|suggested_post_.*)$/;

/**
 * Reads the content of a message, which has one field per kind of content.
 * @param externalId id of the message, from which the ids of its files derive
 */
export function contentOf(message: Json, externalId: string): MessageContent {
  const written = text(message.text);
  if (written) return { type: 'text', text: written };
  const caption = text(message.caption);
  const photo = largest(list(message.photo).filter(isRecord));
  if (photo) return assetContent(['photo', 'image', 'image/jpeg'], photo, { externalId, caption });
  const file = files.find(([field]) => isRecord(message[field]));
  if (file) return assetContent(file, record(message[file[0]]), { externalId, caption });
  if (isRecord(message.venue)) {
    const { location, title, address } = message.venue;
    return locationContent(record(location), { name: oneLine(title, 1024), address: oneLine(address, 1024) });
  }
  if (isRecord(message.location)) return locationContent(message.location, {});
  if (isRecord(message.contact)) return contactContent(message.contact);
  if (isRecord(message.dice)) {
    const { emoji, value } = message.dice;
    return { type: 'text', text: [text(emoji, 16) ?? '🎲', text(value, 16)].filter(Boolean).join(' ') };
  }
  const rawKind = Object.keys(message).find((field) => !aboutTheMessage.test(field)) ?? 'message';
  return unsupported(rawKind, caption ?? `Telegram calls it ${rawKind}.`);
}

/** Returns the largest of a photo's sizes, by number of pixels. */
function largest(sizes: Json[]): Json | undefined {
  const pixels = ({ width, height }: Json) => (number(width) ?? 0) * (number(height) ?? 0);
  return sizes.reduce<Json | undefined>(
    (best, size) => (best && pixels(best) > pixels(size) ? best : size),
    undefined,
  );
}

function assetContent(
  [field, category, usual]: (typeof files)[number],
  file: Json,
  { externalId, caption }: { externalId: string; caption: string | undefined },
): MessageContent {
  const mediaId = identifier(file.file_id);
  if (!mediaId) return unsupported(field, 'Telegram did not give the file.');
  const asset: MessageAsset = known({
    // Only the unique id stays the same when Telegram sends the same file again.
    assetId: assetIdOf(externalId, identifier(file.file_unique_id) ?? mediaId),
    mediaId,
    contentType: contentTypeOf(field, file) ?? usual,
    fileName: harmlessFileName(text(file.file_name, 255)),
    size: number(file.file_size),
    category:
      field === 'sticker' && (file.is_animated === true || file.is_video === true) ? 'document' : category,
  });
  return known({ type: 'asset', assets: [asset], caption });
}

function contentTypeOf(field: string, file: Json): string | undefined {
  if (field === 'sticker') {
    if (file.is_animated === true) return 'application/gzip';
    return file.is_video === true ? 'video/webm' : undefined;
  }
  const type = text(file.mime_type, 255);
  return type && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(type) ? type : undefined;
}

function locationContent(place: Json, about: { name?: string; address?: string }): MessageContent {
  const [latitude, longitude] = [number(place.latitude), number(place.longitude)];
  const isPlace = latitude !== undefined && longitude !== undefined;
  if (!isPlace || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    const named = [about.name, about.address].filter(Boolean).join(', ');
    return unsupported(
      'location',
      named ? `It has no coordinates on Earth: ${named}` : 'It has no coordinates on Earth.',
    );
  }
  return known({ type: 'location' as const, latitude, longitude, ...about });
}

function contactContent({ phone_number, first_name, last_name }: Json): MessageContent {
  const phone = text(phone_number, 64);
  const parts = [first_name, last_name].map((part) => oneLine(part, 256)).filter(Boolean);
  const name = parts.join(' ') || (phone ?? '');
  if (!name) return unsupported('contact', 'There is no contact in it.');
  return { type: 'contacts', contacts: [{ name, phones: phone ? [phone] : [], emails: [] }] };
}
