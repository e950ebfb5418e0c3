import type { KeyboardEvent } from 'react';
import { Button, Textarea, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Chat } from '@parley/contracts/api/conversations';
import { NOTE_LIMIT } from '@parley/contracts/api/note-limit';
import { useKeyed } from '../../../lib/keyed-store';
import { useSetting } from '../../../lib/me';
import { useTranslation } from '../../../lib/translation';
import { strokeText } from '../keyboard/key-names';
import { useViewer } from '../viewer';
import classes from './composer.module.css';
import { DraftConflict } from './draft-conflict';
import { draftKeepers } from './drafts';
import { sendKey } from './keys';
import { send } from './send';

const draftKeeper = draftKeepers.note;

/** A note that only colleagues read. It stays possible where nobody may answer. */
export function NoteEditor({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const enterToSend = useSetting('enterToSend') === '1';
  const text = useKeyed(draftKeeper.texts, chat.id);

  const submit = () => {
    if (text.trim() === '') return;
    const draft = draftKeeper.take(chat.id);
    send(chat, userId, { text: text.trim() }, { kind: 'note', ...draft });
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
      <DraftConflict chatId={chat.id} kind="note" />
      <Textarea
        key={chat.id}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={NOTE_LIMIT}
        aria-label={t('note.label', { name: chat.contact.name })}
        placeholder={t('note.placeholder')}
        value={text}
        onChange={(event) => draftKeeper.type(chat.id, event.currentTarget.value)}
        onBlur={() => draftKeeper.leave(chat.id)}
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
