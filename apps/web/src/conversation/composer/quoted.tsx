import { ActionIcon } from '@mantine/core';
import { IconCornerUpLeft, IconX } from '@tabler/icons-react';
import { useCell } from '../../lib/cell';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { QuotedWords } from '../thread/quote';
import classes from './quoted.module.css';

export function Quoted() {
  const { t } = useTranslation();
  const { quoted } = useOpenConversation().store;
  const entry = useCell(quoted);
  if (!entry) return null;
  return (
    <div className={classes.quoted} role="group" aria-label={t('thread.answers')}>
      <IconCornerUpLeft size={14} aria-hidden />
      <QuotedWords entry={entry} />
      <ActionIcon
        data-tip={t('composer.noQuote')}
        size={24}
        className={classes.remove}
        aria-label={t('composer.noQuote')}
        onClick={() => quoted.set(null)}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}
