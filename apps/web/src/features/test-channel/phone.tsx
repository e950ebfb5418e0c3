import { useState } from 'react';
import { ActionIcon, Button, Textarea, UnstyledButton } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { StatusTick } from '@parley/ui/status-tick';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { useEntryText } from './entry-text';
import classes from './test-channel.module.css';

interface PhoneProps {
  person: { name: string; phone: string };
  entries: ChatEntry[];
  selectedId: string | null;
  isBusy: boolean;
  onSelect: (entry: ChatEntry) => void;
  /** Sends a message as the contact; rejects if the server refuses it. */
  onWrite: (text: string, how?: { times?: number; minutesAgo?: number }) => Promise<void>;
}

/**
 * The simulated phone: shows the conversation as the contact sees it, with the contact's own messages on the right.
 */
export function Phone({ person, entries, selectedId, isBusy, onSelect, onWrite }: PhoneProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const canWrite = text.trim() !== '' && person.phone.length > 5 && !isBusy;
  const write = (how?: { times?: number; minutesAgo?: number }) => {
    if (!canWrite) return;
    // A refused message returns to the field, unless the user has typed other text in the meantime.
    onWrite(text.trim(), how).catch(() => setText((now) => now || text));
    setText('');
  };
  return (
    <section className={classes.phone} aria-label={t('testChannel.phone', { name: person.name })}>
      <header className={classes.phoneHeader}>
        <PersonAvatar name={person.name} size={28} />
        <div>
          <strong>{person.name || person.phone}</strong>
          <div className={classes.number}>{person.phone}</div>
        </div>
      </header>
      <div className={classes.screen} role="log" aria-label={t('testChannel.messages')} tabIndex={0}>
        {entries.length === 0 && <p className={classes.hint}>{t('testChannel.empty')}</p>}
        {[...entries].reverse().map((entry) => (
          <PhoneEntry
            key={entry.id}
            entry={entry}
            isSelected={entry.id === selectedId}
            onSelect={() => onSelect(entry)}
          />
        ))}
      </div>
      <div className={classes.write}>
        <Textarea
          autosize
          minRows={1}
          maxRows={4}
          aria-label={t('testChannel.write')}
          placeholder={t('testChannel.write')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            write();
          }}
          style={{ flex: 1 }}
        />
        <ActionIcon
          variant="filled"
          color="accent"
          size={36}
          radius="xl"
          aria-label={t('composer.send')}
          disabled={!canWrite}
          onClick={() => write()}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
      </div>
      <div className={classes.variants}>
        <Button variant="default" size="compact-xs" disabled={!canWrite} onClick={() => write({ times: 2 })}>
          {t('testChannel.twice')}
        </Button>
        <Button
          variant="default"
          size="compact-xs"
          disabled={!canWrite}
          onClick={() => write({ minutesAgo: 10 })}
        >
          {t('testChannel.late')}
        </Button>
      </div>
    </section>
  );
}

function PhoneEntry({
  entry,
  isSelected,
  onSelect,
}: {
  entry: ChatEntry;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const isAgents = entry.direction === 'out';
  const text = useEntryText(entry);
  const bubble = (
    <>
      {text}
      <span className={classes.when}>
        {!entry.isDeleted && entry.isEdited && `${t('thread.edited')} `}
        {!entry.isDeleted && entry.reactions.map(({ emoji }) => emoji).join('')} {time(entry.time)}
        {isAgents && !entry.isDeleted && (
          <StatusTick status={entry.status} label={t(`status.${entry.status}`)} size={13} />
        )}
      </span>
    </>
  );
  return isAgents ? (
    <UnstyledButton
      className={classes.bubble}
      data-selected={isSelected || undefined}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      {bubble}
    </UnstyledButton>
  ) : (
    <div className={classes.bubble} data-mine>
      {bubble}
    </div>
  );
}
