import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCornerUpLeft, IconX } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { useKeyed } from '../../../lib/keyed-store';
import { useTranslation } from '../../../lib/translation';
import { QuotedWords } from '../thread/quote';
import classes from './quoted.module.css';
import { quoted } from './reply-to';

/** The message that the answer will quote, above where it is written. */
export function Quoted({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const entry = useKeyed(quoted, chat.id);
  if (!entry) return null;
  return (
    <div className={classes.quoted} role="group" aria-label={t('thread.answers')}>
      <IconCornerUpLeft size={14} aria-hidden />
      <QuotedWords entry={entry} chat={chat} />
      <Tooltip label={t('composer.noQuote')}>
        <ActionIcon
          size={24}
          className={classes.remove}
          aria-label={t('composer.noQuote')}
          onClick={() => quoted.set(chat.id, null)}
        >
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
