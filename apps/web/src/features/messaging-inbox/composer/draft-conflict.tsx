import { Button } from '@mantine/core';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { useKeyed } from '../../../lib/keyed-store';
import { useTranslation } from '../../../lib/translation';
import classes from './composer.module.css';
import { draftKeepers } from './drafts';

/** One wrote into this conversation in two windows: which words stay is for them to say, with both in view. */
export function DraftConflict({ chatId, kind }: { chatId: string; kind: DraftKind }) {
  const { t } = useTranslation();
  const keeper = draftKeepers[kind];
  const theirs = useKeyed(keeper.conflicts, chatId);
  if (!theirs) return null;
  return (
    <div className={classes.conflict} role="alert">
      <div className={classes.conflictText}>
        {t('composer.draftElsewhere')} <q>{theirs.text}</q>
      </div>
      <Button variant="default" size="compact-sm" onClick={() => keeper.takeTheirs(chatId)}>
        {t('composer.takeOther')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => keeper.keepMine(chatId)}>
        {t('composer.keepThis')}
      </Button>
    </div>
  );
}
