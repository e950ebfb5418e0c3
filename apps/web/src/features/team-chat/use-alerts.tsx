import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { TeamChat } from '@parley/contracts/api/team-chats';
import { soundOf } from '@parley/contracts/events/user.events';
import type { TeamChatPush } from '@parley/contracts/push/index';
import { settingOf, useMe } from '../../lib/me';
import { isQuietNow } from '../../lib/quiet-hours';
import { soundInOneWindow } from '../../lib/sound-turn';
import { closable } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { noteTold, tellInOneWindow } from './alert-turn';
import { alertOf, type Alert } from './alerts';
import { chatsQuery, useNameOf } from './api';
import { previewWords } from './conversation-links';
import { isOpenNow } from './team';

const noticeOf = (chatId: string) => `team-${chatId}`;

/** Hides the alert of a chat because the user has read the chat, possibly in another window or on another device. */
export function takeBackAlert(chatId: string): void {
  notifications.hide(noticeOf(chatId));
}

/**
 * Alerts about new chats and messages according to the user's settings, each once and in only one window, except for
 * chats that the user is looking at or has read.
 */
export function useAlerts() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const nameOf = useNameOf();

  const isStillNews = ({ name, chat }: Alert) => {
    const now = client.getQueryData(chatsQuery.queryKey)?.data.find(({ id }) => id === chat.id);
    return now !== undefined && (name === 'notifyTeamchatStarted' || now.unreadMessages > 0);
  };
  const show = ({ name, chat }: Alert) => {
    const id = noticeOf(chat.id);
    const said = previewWords(chat.lastMessage?.preview ?? '', t('teamChat.card.short'));
    notifications.hide(id);
    notifications.show({
      ...closable(),
      id,
      role: 'status',
      title: nameOf(chat),
      message: name === 'notifyTeamchatStarted' ? t('teamChat.started') : said,
      style: { cursor: 'pointer' },
      onClick: () => {
        notifications.hide(id);
        void navigate(`/team-chat/${chat.id}`);
      },
    });
  };
  const tell = (alert: Alert) => {
    const { name } = alert;
    if (settingOf(me, name) === '1') show(alert);
    if (settingOf(me, soundOf(name)) === '1' && !isQuietNow(me)) void soundInOneWindow(name);
  };

  return (push: TeamChatPush, before: Map<string, TeamChat>) => {
    if (push.liveAt === null) return;
    for (const alert of push.rows.flatMap((chat) => alertOf(chat, before.get(chat.id), me.user.id) ?? [])) {
      const { chat, name } = alert;
      if (settingOf(me, name) !== '1' && settingOf(me, soundOf(name)) !== '1') continue;
      const key = `${name} ${chat.id} ${name === 'notifyTeamchatMessage' ? chat.lastMessage?.id : chat.createdAt}`;
      if (isOpenNow(chat.id) && document.hasFocus()) noteTold(key);
      else
        void tellInOneWindow(
          key,
          () => isStillNews(alert),
          () => tell(alert),
        );
    }
  };
}
