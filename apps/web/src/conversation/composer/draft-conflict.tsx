import { Button } from '@mantine/core';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { useCell } from '../../lib/cell';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import classes from './composer.module.css';
import { wordsOfDraft } from './draft-words';

/**
 * Shown when the user typed different texts for this conversation in two windows: shows the other window's text and
 * lets the user choose.
 */
export function DraftConflict({ kind }: { kind: DraftKind }) {
  const { t } = useTranslation();
  const draft = useOpenConversation().store.drafts[kind];
  const theirs = useCell(draft.conflict);
  if (!theirs) return null;
  return (
    <div className={classes.conflict} role="alert">
      <div className={classes.conflictText}>
        {t('composer.draftElsewhere')} <q>{wordsOfDraft(theirs.text)}</q>
      </div>
      <Button variant="default" size="compact-sm" onClick={() => draft.takeTheirs()}>
        {t('composer.takeOther')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => draft.keepMine()}>
        {t('composer.keepThis')}
      </Button>
    </div>
  );
}
