import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useKeyed } from '../../../lib/keyed-store';
import classes from './composer.module.css';
import { draftKeeper } from './drafts';

/** One wrote into this conversation in two windows: which words stay is for them to say, with both in view. */
export function DraftConflict({ chatId }: { chatId: string }) {
  const { t } = useTranslation();
  const theirs = useKeyed(draftKeeper.conflicts, chatId);
  if (!theirs) return null;
  return (
    <div className={classes.conflict} role="alert">
      <div className={classes.conflictText}>
        {t('composer.draftElsewhere')} <q>{theirs.text}</q>
      </div>
      <Button variant="default" size="compact-sm" onClick={() => draftKeeper.takeTheirs(chatId)}>
        {t('composer.takeOther')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => draftKeeper.keepMine(chatId)}>
        {t('composer.keepThis')}
      </Button>
    </div>
  );
}
