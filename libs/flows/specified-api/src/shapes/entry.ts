import type { ChatEntry, EntryAsset } from '@parley/contracts/api/conversations';

/** A file of an entry, with its path and original name. */
export interface SpecifiedAsset extends EntryAsset {
  /** Path that the signed cookie opens, or a URL from `POST assets/signed-urls`. */
  filePath: string;
  originalName: string | null;
}

/** The specification's fields of a chat entry (section 3), in addition to our own. */
export interface SpecifiedEntry extends Omit<ChatEntry, 'assets'> {
  assets: SpecifiedAsset[];
  assetIds: string[];
  caption: string | null;
  /** The values with which the template was filled in. */
  components: unknown[];
  templateId: string | null;
  /** The sender's own reference: the idempotency key of the request. */
  externalReference: string | null;
  metadata: { name: string; value: string }[];
  /** Always empty: conversations have tags, messages do not. */
  tags: string[];
  /** Whether the product itself wrote the entry. */
  system: boolean;
  userId: string | null;
  name?: string | null;
  address?: string | null;
  url?: string | null;
  latitude?: number;
  longitude?: number;
}

export function filePathOf(messageId: string, assetId: string): string {
  return `/api/v3/assets/${messageId}/${assetId}`;
}

/** Ids of the message and the file in a file's path; null if the path is not that of a file. */
export function fileAt(path: string): { messageId: string; assetId: string } | null {
  const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  const [, messageId, assetId] = new RegExp(`^/?api/v3/assets/(${id})/(${id})$`, 'i').exec(path) ?? [];
  return messageId && assetId ? { messageId, assetId } : null;
}

export function specifiedEntry(entry: ChatEntry): SpecifiedEntry {
  const { content, assets, context } = entry;
  const isTemplate = content?.type === 'template';
  return {
    ...entry,
    assets: assets.map((asset) => ({
      ...asset,
      filePath: filePathOf(entry.id, asset.id),
      originalName: asset.fileName,
    })),
    assetIds: assets.map(({ id }) => id),
    caption: entry.type === 'asset' ? entry.message : null,
    components: isTemplate ? (content.components ?? []) : [],
    templateId: isTemplate ? (content.templateId ?? null) : null,
    externalReference: entry.clientKey,
    metadata: context?.metadata ?? [],
    tags: [],
    system: entry.createdByEntity === 'system',
    userId: entry.createdByEntity === 'user' ? entry.createdById : null,
    ...(content?.type === 'location' && {
      name: content.name ?? null,
      address: content.address ?? null,
      url: content.url ?? null,
      latitude: content.latitude,
      longitude: content.longitude,
    }),
  };
}
