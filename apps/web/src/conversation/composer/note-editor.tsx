import type { KeyboardEvent } from 'react';
import { Button, Textarea, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { NOTE_LIMIT } from '@parley/contracts/api/note-limit';
import { useCell } from '../../lib/cell';
import { useMe, useSetting } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { strokeText } from '../keyboard/key-names';
import classes from './composer.module.css';
import { DraftConflict } from './draft-conflict';
import { sendKey } from './keys';

/** A note that only colleagues read. It stays possible where nobody may answer. */
export function NoteEditor() {
  const { t } = useTranslation();
  const { conversation, store } = useOpenConversation();
  const draft = store.drafts.note;
  const { id: userId } = useMe().user;
  const enterToSend = useSetting('enterToSend') === '1';
  const text = useCell(draft.text);

  const submit = () => {
    if (text.trim() === '') return;
    const sender = { userId, name: conversation.name };
    store.send(sender, { text: text.trim() }, { kind: 'note', ...draft.take() });
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
      <DraftConflict kind="note" />
      <Textarea
        key={conversation.id}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={NOTE_LIMIT}
        aria-label={t('note.label', { name: conversation.name })}
        placeholder={t('note.placeholder')}
        value={text}
        onChange={(event) => draft.type(event.currentTarget.value)}
        onBlur={() => draft.leave()}
        onKeyDown={onKeyDown}
        classNames={{ input: classes.input }}
      />
      <div className={classes.tools}>
        <span className={classes.private}>
          <IconLock size={14} aria-hidden /> {t('note.private')}
        </span>
        <div className={classes.space} />
        <Tooltip label={strokeText(enterToSend ? 'Enter' : '⌘ Enter')}>
          <Button size="compact-md" disabled={text.trim() === ''} onClick={submit} className={classes.send}>
            {t('note.add')}
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}
