import { useEffect, useMemo, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TeamChat } from '@parley/contracts/api/team-chats';
import type { TeamChatPush, TeamThreadPush } from '@parley/contracts/push/index';
import { createCell } from '../../lib/cell';
import { useUsersById } from '../../lib/directory';
import { useRealtime } from '../../lib/live';
import { useMe } from '../../lib/me';
import { archivedQuery, chatsQuery, markAllDelivered, presentIn, takeChats } from './api';
import { useGoToTeamChat } from './go-to-team-chat';
import { useOpenChat } from './open-chat';
import { reader, shownEntry, team } from './team';
import { ClientEvents, forgetTyping, sayer, startsTyping, stopsTyping } from './typing';
import { unread } from './unread';
import { takeBackAlert, useAlerts } from './use-alerts';

/** Id of the chat to whose entries this window subscribes; null if there is none. */
const followed = createCell<string | null>(null);

/** Keeps chats, unread counts and notices of typing up to date on every page, and shows alerts. */
export function LiveTeamChats() {
  const client = useQueryClient();
  const realtime = useRealtime();
  const me = useMe();
  const users = useUsersById();
  const { data, isSuccess } = useQuery(chatsQuery);
  const tell = useAlerts();
  useGoToTeamChat();
  const latest = useRef({ tell, me });
  useEffect(() => void (latest.current = { tell, me }));

  useEffect(() => {
    const namesOf = (chatId: string) => {
      const chat = data?.data.find(({ id }) => id === chatId);
      return (chat ? presentIn(chat) : []).flatMap(({ userId }) => {
        const name = users.get(userId)?.displayName;
        return name ? [{ userId, name }] : [];
      });
    };
    reader.set({ userId: me.user.id, namesOf });
  }, [data, users, me.user.id]);

  useEffect(() => {
    unread.set(data?.data.reduce((sum, chat) => sum + chat.unreadMessages, 0) ?? 0);
  }, [data]);

  const hasUndelivered = data?.data.some((chat) => isUndelivered(chat, me.user.id)) ?? false;
  useEffect(() => {
    if (hasUndelivered) markAllDelivered().catch(() => undefined);
  }, [hasUndelivered, data?.position]);

  useEffect(() => {
    if (!isSuccess) return;
    const events = new ClientEvents(latest.current.me.customer.id);
    const refetch = async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: chatsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['team-chat'] }),
        client.invalidateQueries({ queryKey: archivedQuery.queryKey }),
        team.transcripts.refetch(client),
      ]);
      const chatId = followed.get();
      const position = chatId === null ? undefined : team.transcripts.positionOf(client, chatId);
      if (chatId !== null && position) realtime.follow({ view: 'team_thread', chatId, position });
    };
    const onPush = (push: TeamChatPush | TeamThreadPush) => {
      if (push.view === 'team_thread') {
        return team.transcripts.take(client, {
          ...push,
          view: 'transcript',
          rows: push.rows.map(shownEntry),
        });
      }
      const before = client.getQueryData(chatsQuery.queryKey);
      for (const { id, lastMessage, participants, unreadMessages, isArchived } of push.rows) {
        if (unreadMessages === 0 || isArchived) takeBackAlert(id);
        if (lastMessage) stopsTyping(id, lastMessage.userId);
        for (const { userId, leftAt } of participants) if (leftAt !== null) stopsTyping(id, userId);
      }
      for (const id of push.gone) takeBackAlert(id);
      takeChats(client, push);
      latest.current.tell(push, new Map(before?.data.map((chat) => [chat.id, chat])));
    };
    const detach = realtime.attachTeam({
      cursors: () => {
        const chatId = followed.get();
        const position = chatId === null ? undefined : team.transcripts.positionOf(client, chatId);
        return {
          team_chat: client.getQueryData(chatsQuery.queryKey)?.position,
          team_thread: chatId !== null && position ? { chatId, position } : undefined,
        };
      },
      onPush,
      onReset: () => void refetch(),
      onClientEvent: (event) => {
        const change = { teamChatStartTyping: startsTyping, teamChatStopTyping: stopsTyping }[event.event];
        if (!change || !('subtle' in crypto)) return;
        events.open(event).then(
          ({ chatId, userId }) => change(chatId, userId),
          () => undefined,
        );
      },
    });
    const unwatch = realtime.watch(() => realtime.getState().status === 'lost' && forgetTyping());
    const flush = () => void team.sendWaiting();
    flush();
    window.addEventListener('online', flush);
    return () => {
      detach();
      unwatch();
      window.removeEventListener('online', flush);
    };
  }, [client, realtime, isSuccess]);
  return null;
}

/**
 * Subscribes to the entries of a loaded chat while the user participates. A user who is added to the chat again
 * receives the entries since `position`.
 */
export function useFollow(chatId: string, isLoaded: boolean): void {
  const client = useQueryClient();
  const realtime = useRealtime();
  const { isArchived } = useOpenChat();
  useEffect(() => {
    const position = team.transcripts.positionOf(client, chatId);
    if (!isLoaded || isArchived || position === undefined) return;
    followed.set(chatId);
    realtime.follow({ view: 'team_thread', chatId, position });
    return () => {
      followed.set(null);
      realtime.follow({ view: 'team_thread', chatId: null });
    };
  }, [client, chatId, isLoaded, isArchived, realtime]);
}

/** @returns a function that reports typing to the other participants */
export function useSayTyping(): (event: string, body: object) => void {
  const realtime = useRealtime();
  const { customer } = useMe();
  return useMemo(() => sayer(realtime, new ClientEvents(customer.id)), [realtime, customer.id]);
}

function isUndelivered({ participants, lastMessage }: TeamChat, userId: string): boolean {
  const own = participants.find((participant) => participant.userId === userId);
  return own !== undefined && lastMessage !== null && own.deliveredUpTo < lastMessage.position;
}
