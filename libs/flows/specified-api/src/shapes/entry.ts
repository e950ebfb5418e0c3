import type { ChatEntry, EntryAsset } from '@parley/contracts/api/conversations';

/** A file of an entry, with where it is fetched and what it was called. */
export interface SpecifiedAsset extends EntryAsset {
  /** Opened by the signed cookie, or by a URL of `POST assets/signed-urls`. */
  filePath: string;
  originalName: string | null;
}

/** What the specification calls the parts of a chat entry (section 3), beside our own names. */
export interface SpecifiedEntry extends Omit<ChatEntry, 'assets'> {
  assets: SpecifiedAsset[];
  assetIds: string[];
  caption: string | null;
  /** Values that a template was filled in with. */
  components: unknown[];
  templateId: string | null;
  /** What its sender calls it: the key of the request that sent it. */
  externalReference: string | null;
  metadata: { name: string; value: string }[];
  /** Messages bear no tags: conversations do. */
  tags: string[];
  /** The product wrote it by itself. */
  system: boolean;
  userId: string | null;
  name?: string | null;
  address?: string | null;
  url?: string | null;
  latitude?: number;
  longitude?: number;
}

/** Where a file of a message is fetched. */
export function filePathOf(messageId: string, assetId: string): string {
  return `/api/v3/assets/${messageId}/${assetId}`;
}

/** The message and the file that a path names; null for a path of something else. */
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
