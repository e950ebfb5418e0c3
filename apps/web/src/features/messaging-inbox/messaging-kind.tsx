import type { ChatEntry } from '@parley/contracts/api/conversations';
import { sends } from '@parley/contracts/channels/offers';
import { assetLimit } from '@parley/contracts/rules/asset-limit';
import { signatureOf, signed } from '@parley/contracts/rules/signature';
import { quickReplies } from '../../conversation/composer/quick-replies';
import type { ConversationKind, Obstacle, Offers, Place, Reading } from '../../conversation/conversation';
import { useChannelsById } from '../../lib/directory';
import { useMe, useSetting } from '../../lib/me';
import { useStable } from '../../lib/use-stable';
import { inboxHere, useAddress, useGo, useJumpedAt } from './address';
import { useMarkRead } from './api/commands';
import { obstacleTo } from './composer/availability';
import { Countdown } from './composer/countdown';
import { Reason, Remedy } from './composer/obstacle';
import { TemplateButton } from './composer/template-button';
import { useAvailability } from './composer/use-availability';
import { useUndoable } from './composer/use-undoable';
import { useVariables } from './composer/use-variables';
import { naming, Told } from './mentions/naming';
import { messaging } from './messaging';
import { useOpenChat } from './open-chat';
import { useFollow } from './realtime';
import { useLeaveUnread } from './thread/use-leave-unread';
import { lazyPart } from '../../lib/lazy-part';

const kinds = ['reply', 'note'] as const;

const MailEditor = lazyPart(() => import('./email/mail-editor'), { texts: 'inbox-email' });
const MailCard = lazyPart(() => import('./email/mail-card'), { texts: 'inbox-email' });

/** The kind "conversation with a contact": has the channel's limits and a care window. */
export const messagingKind: ConversationKind = {
  conversations: messaging,
  Told,
  Mail: MailCard,
  pathOf: (id) => `/${inboxHere() ?? 'messaging'}-inbox/${id}`,
  useFollow,

  useOffers(): Offers | undefined {
    const { chat, archive } = useOpenChat();
    const { able, channel } = useAvailability(chat);
    const variables = useVariables(chat);
    const { displayName: name } = useMe().user;
    const ownSignature = useSetting('automaticSignature');
    const { holdForSeconds, offer } = useUndoable(chat);
    if (!channel) return undefined;
    const signature = signatureOf(ownSignature, channel.automaticSignature);
    return {
      Editor: chat.platform === 'email' ? MailEditor : undefined,
      kinds,
      medium: channel,
      fileLimit: (type) => assetLimit(channel, type),
      variables,
      signed: (text) => (text === '' ? '' : signed(text, { name, signature, medium: channel })),
      suggestions: [quickReplies(variables)],
      naming,
      holdForSeconds,
      maySchedule: true,
      archive: (sent) => {
        archive();
        offer(sent);
      },
      aside: able?.state === 'open' && <Countdown window={able.window} />,
      tools: sends(channel, 'template') && <TemplateButton />,
    };
  },

  useMayQuote(): boolean {
    const { chat } = useOpenChat();
    const channel = useChannelsById().get(chat.channelId);
    return channel !== undefined && sends(channel, 'reply-to');
  },

  useObstacle(entry: ChatEntry | null): Obstacle | null | undefined {
    const { chat } = useOpenChat();
    const { able } = useAvailability(chat);
    if (!able) return undefined;
    const unavailable = entry ? obstacleTo(entry, able) : able.state === 'open' ? null : able;
    if (!unavailable) return null;
    return {
      state: unavailable.state,
      reason: <Reason chat={chat} able={unavailable} />,
      remedy: (onOpening) => <Remedy chat={chat} able={unavailable} onOpening={onOpening} />,
    };
  },

  usePlace(): Place {
    const go = useGo();
    return {
      entryId: useAddress().entry,
      askedAt: useJumpedAt(),
      goTo: (entry) => go({ entry }, { replace: true, state: { jumpedAt: Date.now() } }),
      forget: () => go({ entry: null }, { replace: true }),
    };
  },

  useReading(): Reading {
    const { chat } = useOpenChat();
    const { mutate } = useMarkRead(chat.id);
    const read = useStable((seenUpTo: string, onFailure?: () => void) =>
      mutate(seenUpTo, { onError: onFailure }),
    );
    return { read, leaveUnread: useLeaveUnread(chat) };
  },
};
