import { Button, CopyButton } from '@mantine/core';
import { useKeyed } from '../../../lib/keyed-store';
import { useTranslation } from '../../../lib/translation';
import classes from './composer.module.css';
import { draftKeepers } from './drafts';

/** What was written where one cannot answer just now: it is kept, and can be copied. */
export function KeptDraft({ chatId }: { chatId: string }) {
  const { t } = useTranslation();
  const text = useKeyed(draftKeepers.reply.texts, chatId);
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
