import { VisuallyHidden } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { MAX_COUNTED_MENTIONS } from '@parley/contracts/api/mentions';
import { useTranslation } from '../../../lib/translation';
import { pathOf, useAddress } from '../address';
import classes from '../list/lists-column.module.css';
import { mentionsQuery } from './mentions-api';

/** Link to the user's mentions, with the number of open ones. */
export default function MentionsLink() {
  const { t } = useTranslation();
  const address = useAddress();
  const open = useInfiniteQuery(mentionsQuery('open')).data?.pages[0]?.open ?? 0;
  const shown = open >= MAX_COUNTED_MENTIONS ? `${MAX_COUNTED_MENTIONS}+` : String(open);
  return (
    <Link
      className={classes.link}
      to={pathOf({ ...address, chatId: null, entry: null, find: undefined, mentions: 'open' })}
      aria-current={address.mentions ? 'page' : undefined}
    >
      <span className={classes.icon} aria-hidden>
        <IconAt size={16} stroke={1.6} />
      </span>
      <span className={classes.label}>{t('lists.mentions')}</span>
      {open > 0 && (
        <span className={classes.count}>
          <span aria-hidden>{shown}</span>
          <VisuallyHidden>{t('lists.openMentions', { count: open })}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
