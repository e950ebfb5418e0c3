import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { ChannelQueries, type Channel } from '@parley/channels/read/channels.queries';
import type { WebChatInfo } from '@parley/contracts/api/web-chat';
import { CodedError } from '@parley/contracts/api/coded-error';
import { SIGN_IN_SECRET } from '@parley/contracts/channels/web-chat/manifest';
import { rulesOf } from '@parley/contracts/channels/offers';
import {
  isAllowedOrigin,
  webChatDefaults,
  type ChannelSettings,
  type WebChatSettings,
} from '@parley/contracts/events';
import { openingAt } from '@parley/conversations/domain/business-hours';
import { NotFound } from '@parley/event-sourcing/decider/decider';

/** Time in ms for which a web chat's settings are cached, and after which a change takes effect at the latest. */
const KEEP_MS = 5_000;
/** Maximum number of cached web chats, so that requests with invented ids cannot fill the memory. */
const MAX_KEPT = 10_000;

export interface WebChat {
  channel: Channel;
  settings: ChannelSettings;
  looks: WebChatSettings;
}

/** Finds the web chats of all organisations by id, for requests of visitors. */
@Injectable()
export class WebChatChannels {
  private readonly kept = new Map<string, { webChat: WebChat | null; until: number }>();

  constructor(private readonly channels: ChannelQueries) {}

  /**
   * @param origin origin of the page, as the browser sends it; undefined for a page of the product itself, or a
   * request from outside of a browser
   * @throws NotFound unless `id` is the id of a connected web chat
   * @throws CodedError `not_authorized` for a site that the channel does not allow
   */
  async require(id: string, origin: string | undefined): Promise<WebChat> {
    if (!isUuid(id)) throw new NotFound();
    const webChat = await this.load(id);
    if (!webChat?.channel.isConnected) throw new NotFound();
    if (origin !== undefined && !isAllowedOrigin(webChat.looks, origin)) {
      throw new CodedError('not_authorized', `the channel does not name the site ${origin.slice(0, 200)}`);
    }
    return webChat;
  }

  /** The secret with which a site signs the identity tokens of its visitors; null if there is none. */
  signInSecret({ channel }: WebChat): Promise<string | null> {
    return this.channels.secret(channel.customerId, channel.id, SIGN_IN_SECRET);
  }

  private async load(id: string): Promise<WebChat | null> {
    const known = this.kept.get(id);
    if (known && known.until > Date.now()) return known.webChat;
    const found = await this.channels.withSettings(id);
    const isOne = found?.channel.provider === 'web-chat';
    const webChat = isOne ? { ...found, looks: found.settings.webChat ?? webChatDefaults } : null;
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    this.kept.set(id, { webChat, until: Date.now() + KEEP_MS });
    return webChat;
  }
}

/** @param now ISO 8601 UTC */
export function infoOf({ settings, looks, channel }: WebChat, now: string): WebChatInfo {
  const opening = openingAt(settings, now);
  const { limits } = rulesOf(channel);
  const { colour, position, title, greeting, closedText, asksFor } = looks;
  return {
    ...{ colour, position, greeting, closedText, asksFor },
    title: title || settings.name,
    isOpen: opening.isOpen,
    opensAt: opening.isOpen ? null : opening.until,
    timeZone: settings.businessHours?.timeZone ?? null,
    longestText: limits.text.most,
    largestFile: Math.max(...limits.files.map(({ mostBytes }) => mostBytes)),
  };
}
