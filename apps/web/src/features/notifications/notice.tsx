import { UnstyledButton } from '@mantine/core';
import { useUsersById } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import { isAssignment } from '@parley/contracts/api/conversation-news';
import type { News } from './news';
import classes from './notice.module.css';

interface NoticeProps {
  /** News of one kind, newest first. */
  news: News[];
  onOpen: (path: string) => void;
}

/** A notice that links to the conversation, or to the list if there are several conversations. */
export function Notice({ news, onOpen }: NoticeProps) {
  const { t } = useTranslation();
  const [{ name, chat }] = news as [News];
  const isOne = news.length === 1;
  const list = chat.assignedUserId === null ? 'new' : 'personal';
  return (
    <UnstyledButton
      className={classes.notice}
      onClick={() => onOpen(`/messaging-inbox${isOne ? `/${chat.id}` : ''}?list=${list}`)}
    >
      {isOne ? (
        <One news={news[0]!} />
      ) : (
        <span className={classes.title}>{t(`news.many.${name}`, { count: news.length })}</span>
      )}
    </UnstyledButton>
  );
}

function One({ news: { chat, name } }: { news: News }) {
  const { t } = useTranslation();
  const by = useUsersById().get(chat.assignment?.byId ?? '')?.displayName;
  const said = chat.lastEntry?.direction === 'in' && chat.lastEntry.preview;
  const text = isAssignment(name) ? by && t(`news.by.${name}`, { name: by }) : said;
  return (
    <>
      <span className={classes.title}>{chat.contact.name}</span>
      <span className={classes.text}>{text || t(`news.one.${name}`)}</span>
    </>
  );
}
