import { useMemo } from 'react';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  ASSISTANT_MESSAGE_LENGTH,
  MAX_ASSISTANT_MESSAGES,
  type AssistantMessage,
} from '@parley/contracts/api/assistant';
import type { OpenConversation } from '../../conversation/conversation';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import classes from './assistant.module.css';

export interface Message extends AssistantMessage {
  id: string;
  time: string;
}

/** Loaded messages of the open conversation that have text, oldest first, without notes. */
export function useMessages({ conversation, kind }: OpenConversation): Message[] {
  const { data } = useInfiniteQuery({
    ...kind.conversations.transcripts.query(conversation.id),
    // The thread loads the messages; this query only reads them from the cache.
    enabled: false,
  });
  return useMemo(() => {
    const entries = (data?.pages ?? []).flatMap((page) => page.data);
    return entries
      .flatMap(({ id, direction, message, isDeleted, time }): Message[] => {
        if (direction === 'none' || isDeleted || !message?.trim()) return [];
        const text = message.trim().slice(0, ASSISTANT_MESSAGE_LENGTH);
        return [{ id, time, from: direction === 'in' ? 'contact' : 'colleague', text }];
      })
      .sort((a, b) => a.time.localeCompare(b.time))
      .slice(-MAX_ASSISTANT_MESSAGES);
  }, [data]);
}

interface MessagePickerProps {
  messages: Message[];
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
  label: string;
}

/** Lets the user choose the messages that are sent to the assistant's provider. */
export function MessagePicker({ messages, picked, onPick, label }: MessagePickerProps) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const areAll = messages.length > 0 && messages.every(({ id }) => picked.has(id));
  const toggle = (id: string, isPicked: boolean) => {
    const next = new Set(picked);
    if (isPicked) next.add(id);
    else next.delete(id);
    onPick(next);
  };
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Group justify="space-between" mb={4} mt={4}>
        <Text component="legend" size="sm" fw={500}>
          {label}
        </Text>
        {messages.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onPick(new Set(areAll ? [] : messages.map(({ id }) => id)))}
          >
            {t(areAll ? 'assistant.tickNone' : 'assistant.tickAll')}
          </Button>
        )}
      </Group>
      {messages.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('assistant.noMessages')}
        </Text>
      ) : (
        <ul className={classes.messages}>
          {messages.map(({ id, from, text, time }) => (
            <li key={id} className={classes.message}>
              <Checkbox
                checked={picked.has(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
                label={
                  <>
                    <span className={classes.who}>{t(`assistant.from.${from}`)}</span>{' '}
                    <Text span size="xs" c="dimmed">
                      {full(time)}
                    </Text>
                    <span className={classes.words}>{text}</span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
