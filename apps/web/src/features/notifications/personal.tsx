import { notifications } from '@mantine/notifications';
import { UnstyledButton } from '@mantine/core';
import i18next from 'i18next';
import type { PersonalNews } from '@parley/contracts/api/conversation-news';
import { useUsersById } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import classes from './notice.module.css';

type Told = Exclude<PersonalNews, { name: null }>;

const pathOf = ({ chatId, entryId }: Told) =>
  `/messaging-inbox/${chatId}?${new URLSearchParams({ entry: entryId })}`;

/** Shows a notification that only this user receives, with a link. */
export function showPersonal(news: Told, go: (path: string) => void): void {
  const id = `${news.name}/${news.entryId}`;
  const open = () => {
    notifications.hide(id);
    go(pathOf(news));
  };
  notifications.show({
    id,
    role: 'status',
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    message: <PersonalNotice news={news} onOpen={open} />,
    // The notice of a failed send stays until the user closes it.
    ...(news.name === 'notifyScheduledFailed' && { autoClose: false, color: 'red' }),
  });
}

function PersonalNotice({ news, onOpen }: { news: Told; onOpen: () => void }) {
  const { t } = useTranslation();
  const users = useUsersById();
  const [title, text] =
    news.name === 'notifyMention'
      ? [t('news.mention', { name: users.get(news.byId)?.displayName ?? 'Parley' }), t('news.look')]
      : [t('news.scheduledFailed'), t(`reason.${news.reason}`)];
  return (
    <UnstyledButton className={classes.notice} onClick={onOpen}>
      <span className={classes.title}>{title}</span>
      <span className={classes.text}>{text}</span>
    </UnstyledButton>
  );
}
