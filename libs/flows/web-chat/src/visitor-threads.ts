import { Injectable } from '@nestjs/common';
import type { Channel } from '@parley/channels/read/channels.queries';
import { contact } from '@parley/contacts/domain/contact';
import { IdentifyContact } from '@parley/contacts/write/identify-contact';
import {
  visitorScope,
  type VisitorEntriesResponse,
  type VisitorEntry,
  type VisitorFile,
} from '@parley/contracts/api/web-chat';
import { webChatFields, type WebChatField } from '@parley/contracts/events';
import { TranscriptQueries, type ExchangedEntry } from '@parley/conversations/read/transcript.queries';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import { Config } from '@parley/platform/config/config';
import { Storage } from '@parley/platform/storage/storage';
import type { Visitor } from './visitor-tokens';

const PAGE = 30;

/** A visitor's conversation, with its organisation and contact. */
export interface VisitorThread {
  customerId: string;
  contactId: string;
  conversationId: string;
}

/**
 * Reads a visitor's thread. A thread is found only by the visitor's own identity, so no visitor can read another's
 * thread.
 */
@Injectable()
export class VisitorThreads {
  constructor(
    private readonly contacts: IdentifyContact,
    private readonly aggregates: Aggregates,
    private readonly transcripts: TranscriptQueries,
    private readonly views: Views,
    private readonly storage: Storage,
    private readonly config: Config,
  ) {}

  /** The visitor's thread, null before their first message, and the fields of the form whose values are known. */
  async find(
    { id, channelId, profile }: Visitor,
    { customerId }: Pick<Channel, 'customerId'>,
  ): Promise<{ thread: VisitorThread | null; known: WebChatField[] }> {
    const alias = { kind: 'external', value: id, scope: visitorScope(channelId) } as const;
    const contactId = await this.contacts.find([alias], customerId);
    const state = contactId
      ? (await this.aggregates.load(contact, 'contact', contactId, customerId)).state
      : null;
    const conversationId = state?.conversations[channelId];
    return {
      thread:
        contactId && conversationId && state.status === 'known'
          ? { customerId, contactId, conversationId }
          : null,
      known: webChatFields.filter((field) => profile[field] ?? state?.profile[field]),
    };
  }

  /** The page of entries before the entry `before`, or the newest page if that is undefined. */
  async page(thread: VisitorThread | null, before: string | undefined): Promise<VisitorEntriesResponse> {
    const position = await this.views.checkpoint(transcriptView.name);
    if (!thread) return { entries: [], position, hasMore: false };
    const { customerId, conversationId } = thread;
    const found = await this.transcripts.exchanged(customerId, conversationId, { limit: PAGE + 1, before });
    const entries = await this.shown(found.slice(0, PAGE));
    return { entries: entries.reverse(), position, hasMore: found.length > PAGE };
  }

  /** Those of the entries with these ids that the visitor may see. */
  async among({ customerId, conversationId }: VisitorThread, ids: string[]): Promise<VisitorEntry[]> {
    return this.shown(await this.transcripts.exchanged(customerId, conversationId, { ids }));
  }

  private shown(found: ExchangedEntry[]): Promise<VisitorEntry[]> {
    return Promise.all(
      found.map(async ({ entry, assets, author }): Promise<VisitorEntry> => {
        const { id, direction, createdByEntity, message, content, context, time, createdAt, position } =
          entry;
        const files = assets.map(async (asset): Promise<VisitorFile> => {
          const { id: fileId, fileName: name, contentType, size, category } = asset;
          return { id: fileId, name, contentType, size, category, url: await this.urlOf(asset) };
        });
        const place = content?.type === 'location' ? content : null;
        return {
          id,
          by: direction === 'in' ? 'visitor' : createdByEntity === 'user' ? 'agent' : 'automatic',
          author: direction === 'out' ? author : null,
          text: message,
          files: await Promise.all(files),
          ...(context?.choices && { choices: context.choices }),
          location: place && {
            latitude: place.latitude,
            longitude: place.longitude,
            name: place.name ?? null,
          },
          ...{ time, createdAt, position },
        };
      }),
    );
  }

  private async urlOf({
    path,
    contentType,
    fileName,
    category,
  }: ExchangedEntry['assets'][number]): Promise<string | null> {
    if (!path) return null;
    const file = { contentType, fileName: fileName ?? undefined, inline: category !== 'document' };
    return new URL(await this.storage.signedUrl(path, file), this.config.publicUrl).href;
  }
}
