import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconEyeOff, IconMessages } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Chat, ChatResponse } from '@parley/contracts/api/conversations';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { api } from '../../lib/api-client';
import { useChannelsById, useTeamsById, useUsersById } from '../../lib/directory';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import classes from './team-chat.module.css';

/**
 * Problem codes for which the card shows the same text, so that a viewer without access cannot find out whether the
 * conversation exists.
 */
const hidden = new Set(['not_found', 'not_authorized']);

/** Query for a shared conversation, with the rights of the viewer and not of the colleague who shared it. */
const sharedQuery = (id: string) =>
  queryOptions({
    queryKey: ['shared-conversation', id],
    queryFn: ({ signal }) => api<ChatResponse>(`/api/v3/messaging-chats/chats-list/${id}`, { signal }),
    staleTime: 15_000,
    retry: false,
  });

/** Card for a conversation that a colleague shared; shows its data only if the viewer can see the conversation. */
export function ConversationCard({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(sharedQuery(id));
  // The query may still have cached data after the viewer lost access, so the error is checked first.
  if (error && hidden.has(codeOf(error))) {
    return (
      <span className={classes.card} data-hidden>
        <IconEyeOff size={18} aria-hidden />
        {t('teamChat.card.hidden')}
      </span>
    );
  }
  if (data) return <Shown chat={data.chat} />;
  if (!error) return <Skeleton className={classes.card} height={58} aria-label={t('common.loading')} />;
  return (
    <span className={classes.card} role="alert">
      {t('teamChat.card.failed')}
      <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    </span>
  );
}

function Shown({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { id, contact, platform, channelId, status, assignedUserId, assignedTeamId } = chat;
  const channel = useChannelsById().get(channelId)?.name;
  const user = useUsersById().get(assignedUserId ?? '')?.displayName;
  const team = useTeamsById().get(assignedTeamId ?? '')?.name;
  const facts = [channel, t(`teamChat.card.status.${status}`), user ?? team ?? t('teamChat.card.nobody')];
  return (
    <span className={classes.card} role="group" aria-label={t('teamChat.card.label', { name: contact.name })}>
      <IconMessages size={18} aria-hidden />
      <span className={classes.cardText}>
        <strong>{contact.name}</strong>
        <span className={classes.dim}>
          <PlatformIcon platform={platform} size={12} label={t(`platform.${platform}`)} />{' '}
          {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
      <Anchor component={Link} to={`/messaging-inbox/${id}`} size="sm">
        {t('teamChat.card.open')}
      </Anchor>
    </span>
  );
}
