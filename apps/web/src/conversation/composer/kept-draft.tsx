import { Button, CopyButton } from '@mantine/core';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { useCell } from '../../lib/cell';
import { useTranslation } from '../../lib/translation';
import type { ConversationStore } from '../conversation-store';
import classes from './composer.module.css';
import { wordsOfDraft } from './draft-words';

/** The text of a draft that cannot be sent now, with a button that copies it. */
export function KeptDraft({ store, kind }: { store: ConversationStore; kind: DraftKind }) {
  const { t } = useTranslation();
  const text = wordsOfDraft(useCell(store.drafts[kind].text));
  if (text.trim() === '') return null;
  return (
    <div className={classes.kept} role="group" aria-label={t('composer.keptDraft')}>
      <span className={classes.keptText}>
        {t('composer.keptDraft')} <q>{text}</q>
      </span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={copy}>
            {t(copied ? 'common.copied' : 'common.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
