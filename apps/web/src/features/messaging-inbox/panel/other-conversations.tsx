import { Link } from 'react-router-dom';
import type { Chat } from '@parley/contracts/api/conversations';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { useChannelsById } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { useTranslation } from '../../../lib/translation';
import { pathOf, useAddress } from '../address';
import { usePreview } from '../list/use-preview';
import classes from './contact-panel.module.css';

/** Links to the contact's other conversations. */
export function OtherConversations({ chats }: { chats: Chat[] }) {
  const { t } = useTranslation();
  if (chats.length === 0) return <p className={classes.empty}>{t('panel.noOthers')}</p>;
  return (
    <ul className={classes.lines}>
      {chats.map((chat) => (
        <li key={chat.id}>
          <OtherConversation chat={chat} />
        </li>
      ))}
    </ul>
  );
}

function OtherConversation({
  chat: { id, platform, channelId, lastEntry, lastEntryTime, status },
}: {
  chat: Chat;
}) {
  const { t } = useTranslation();
  const { shortDay, full } = useFormats();
  const address = useAddress();
  const channels = useChannelsById();
  const preview = usePreview(lastEntry);
  return (
    <Link className={classes.other} to={pathOf({ ...address, chatId: id, entry: null })}>
      <span className={classes.otherHead}>
        <PlatformIcon platform={platform} size={14} label={t(`platform.${platform}`)} />
        <span className={classes.lineName}>{channels.get(channelId)?.name}</span>
        <time dateTime={lastEntryTime} title={full(lastEntryTime)}>
          {shortDay(lastEntryTime)}
        </time>
      </span>
      <span className={classes.otherText}>
        {status === 'closed' && `${t('panel.archived')} · `}
        {preview}
      </span>
    </Link>
  );
}
