import { useState } from 'react';
import { Button, MultiSelect, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TEAM_MESSAGE_LENGTH } from '@parley/contracts/api/team-chats';
import { newId } from '../../lib/id';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { chatsQuery, sayIn, startChat, useNameOf } from './api';
import { ConversationCard } from './conversation-card';
import { linkToConversation } from './conversation-links';
import { usePeople } from './start-dialog';
import classes from './team-chat.module.css';

interface AskFormProps {
  conversationId: string;
  onAsked: (chatId: string) => void;
}

/**
 * Form for asking colleagues about a conversation. The message contains a link to the conversation, which readers see
 * as a card.
 */
export function AskForm({ conversationId, onAsked }: AskFormProps) {
  const { t } = useTranslation();
  const people = usePeople();
  const nameOf = useNameOf();
  const chats = useQuery(chatsQuery).data?.data ?? [];
  const [userIds, setUserIds] = useState<string[]>([]);
  const [chatId, setChatId] = useState<string | null>(null);
  const [question, setQuestion] = useState('');
  const [tmpId] = useState(() => `${newId()}-0`);
  const [isPending, setPending] = useState(false);
  const ask = async () => {
    setPending(true);
    const message = [question.trim(), linkToConversation(conversationId)].filter(Boolean).join('\n');
    try {
      if (chatId !== null) await sayIn(chatId, { tmpId, message });
      onAsked(chatId ?? (await startChat({ userIds, message, tmpId })).id);
    } catch (error) {
      toastFailure(error);
      setPending(false);
    }
  };
  return (
    <form
      className={classes.ask}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <Stack gap={12}>
        <MultiSelect
          label={t('teamChat.people')}
          description={t('teamChat.samePeople')}
          data={people}
          value={userIds}
          onChange={(chosen) => {
            setUserIds(chosen);
            setChatId(null);
          }}
          searchable
          hidePickedOptions
          data-autofocus
          autoFocus
          nothingFoundMessage={t('teamChat.noPeople')}
        />
        {chats.length > 0 && (
          <Select
            label={t('teamChat.ask.chat')}
            data={chats.map((chat) => ({ value: chat.id, label: nameOf(chat) }))}
            value={chatId}
            onChange={(chosen) => {
              setChatId(chosen);
              setUserIds([]);
            }}
            searchable
            clearable
          />
        )}
        <Textarea
          label={t('teamChat.ask.question')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={TEAM_MESSAGE_LENGTH - 200}
          value={question}
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        <div>
          <ConversationCard id={conversationId} />
          <p className={classes.dim}>{t('teamChat.ask.card')}</p>
        </div>
        <Button type="submit" loading={isPending} disabled={userIds.length === 0 && chatId === null}>
          {t('teamChat.ask.send')}
        </Button>
      </Stack>
    </form>
  );
}
