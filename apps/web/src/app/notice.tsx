import { useState } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { readLocal, writeLocal } from '../lib/local-storage';
import { useMe } from '../lib/me';
import { useTranslation } from '../lib/translation';
import classes from './notice.module.css';

const dismissedKey = 'parley.notice';

/** The organisation's notice to all users. A dismissed notice stays hidden until its text changes. */
export function Notice() {
  const { t } = useTranslation();
  const { notice } = useMe().customer;
  const [dismissed, setDismissed] = useState(() => readLocal(dismissedKey));
  if (!notice || notice === dismissed) return null;
  const dismiss = () => {
    writeLocal(dismissedKey, notice);
    setDismissed(notice);
  };
  return (
    <aside className={classes.notice} aria-label={t('nav.notice')}>
      <IconInfoCircle size={16} className={classes.icon} aria-hidden />
      <span className={classes.text}>{notice}</span>
      <ActionIcon aria-label={t('nav.dismissNotice')} className={classes.dismiss} onClick={dismiss}>
        <IconX size={16} />
      </ActionIcon>
    </aside>
  );
}
