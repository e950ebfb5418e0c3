import type { KeyboardEvent } from 'react';
import { Button, Textarea, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chat } from '@parley/contracts/api/conversations';
import { NOTE_LIMIT } from '@parley/contracts/api/note-limit';
import { newId } from '../../../lib/id';
import { useKeyed } from '../../../lib/keyed-store';
import { useSetting } from '../../../lib/me';
import { useViewer } from '../viewer';
import classes from './composer.module.css';
import { sendKey } from './keys';
import { noteDrafts, saveNoteDraft, useAddNote } from './notes';

/** A note that only colleagues read. It stays possible where nobody may answer. */
export function NoteEditor({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const enterToSend = useSetting('enterToSend') === '1';
  const text = useKeyed(noteDrafts, chat.id);
  const { mutate } = useAddNote();

  const submit = () => {
    if (text.trim() === '') return;
    const createdAt = new Date().toISOString();
    mutate({ clientKey: newId(), chatId: chat.id, userId, text: text.trim(), createdAt });
    saveNoteDraft(chat.id, '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') return event.currentTarget.blur();
    const { isComposing } = event.nativeEvent;
    if (sendKey({ ...event, isComposing, keyCode: event.keyCode }, enterToSend) === null) return;
    event.preventDefault();
    submit();
  };

  return (
    <div className={classes.editor} data-note>
      <Textarea
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={NOTE_LIMIT}
        aria-label={t('note.label', { name: chat.contact.name })}
        placeholder={t('note.placeholder')}
        value={text}
        onChange={(event) => saveNoteDraft(chat.id, event.currentTarget.value)}
        onKeyDown={onKeyDown}
        classNames={{ input: classes.input }}
      />
      <div className={classes.tools}>
        <span className={classes.private}>
          <IconLock size={14} aria-hidden /> {t('note.private')}
        </span>
        <div className={classes.space} />
        <Tooltip label={enterToSend ? '↵' : '⌘↵'}>
          <Button size="compact-md" disabled={text.trim() === ''} onClick={submit} className={classes.send}>
            {t('note.add')}
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}
