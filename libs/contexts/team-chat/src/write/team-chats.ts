import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import type { ChatStatus, TeamChatSent } from '@parley/contracts/api/team-chats';
import type {
  ChangeTeamChatRequest,
  EditTeamChatEntryRequest,
  StartTeamChatRequest,
  TeamChatEntryRequest,
} from '@parley/contracts/api/team-chats.requests';
import type { TeamChatAttachment } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { entry, type EntryCommand, ToEntry } from '../domain/entry';
import { file } from '../domain/file';
import { takesPart, teamChat, type TeamChatState, ToTeamChat } from '../domain/team-chat';
import { chatIdOf, entryIdOf, participantIdOf } from '../ids';
import { TeamChatQueries, type Viewer } from '../read/team-chat.queries';
import { TeamThreadQueries } from '../read/team-thread.queries';
import { ToParticipant } from '../domain/participant';

/**
 * Maximum number of chats that the same users may start one after another, deleting each before they start the next.
 */
const MAX_BEGINNINGS = 1_000;

/** Participants' actions in chats, each refused to a user who does not take part. */
@Injectable()
export class TeamChats {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly chats: TeamChatQueries,
    private readonly threads: TeamThreadQueries,
  ) {}

  /**
   * Starts a chat, or returns the existing chat of the same users. Concurrent requests start a single chat.
   * @throws Rejected `team_chat_person_unknown`, or a code of the chat's rules
   */
  async start(
    me: Viewer,
    { userIds, title = null, message, tmpId }: StartTeamChatRequest,
    context: CommandContext,
  ): Promise<CreatedResponse> {
    const people = [...new Set([me.userId, ...userIds])];
    await this.requirePeople(me, people);
    const id = (await this.chats.ofPeople(me, people)) ?? (await this.unusedId(me, people));
    const command = new ToTeamChat(id, { type: 'Start', title, userIds: people }, step(context, 'start'));
    const started = await carryOut(this.commands, command);
    if (message === undefined) return { id, ...started };
    const said = { message, tmpId: tmpId ?? context.commandId };
    const { position } = await this.send(me, id, said, step(context, 'send'));
    return { id, position };
  }

  /**
   * Changes title and participants.
   * @throws NotFound if the user never took part in the chat
   * @throws Rejected `team_chat_person_unknown`, `team_chat_archived`, or a code of the chat's rules
   */
  async change(
    me: Viewer,
    id: string,
    { title, add, remove }: ChangeTeamChatRequest,
    context: CommandContext,
  ): Promise<CommandResponse> {
    await this.requireTakesPart(me, id);
    if (add) await this.requirePeople(me, add);
    const change = { type: 'Change', by: me.userId, title, add, remove } as const;
    return carryOut(this.commands, new ToTeamChat(id, change, context));
  }

  /** @throws NotFound if the user never took part in the chat */
  async leave(me: Viewer, id: string, participantId: string, context: CommandContext) {
    await this.chats.find(me, id);
    if (participantId !== participantIdOf(id, me.userId)) throw new NotFound();
    return carryOut(this.commands, new ToTeamChat(id, { type: 'Leave', by: me.userId }, context));
  }

  async delete(me: Viewer, id: string, context: CommandContext): Promise<CommandResponse> {
    await this.chats.find(me, id);
    return carryOut(this.commands, new ToTeamChat(id, { type: 'Delete', by: me.userId }, context));
  }

  /** Sends an entry; the same `tmpId` of the same writer again is a no-op. */
  async send(
    me: Viewer,
    chatId: string,
    request: Omit<TeamChatEntryRequest, 'draftVersion' | 'draftSeen' | 'type'> & { tmpId: string },
    context: CommandContext,
  ): Promise<TeamChatSent> {
    const { tmpId, attachments = [], replyTo = null, mentions = [] } = request;
    const { userIds } = await this.requireTakesPart(me, chatId);
    if (replyTo !== null) await this.threads.find(me, chatId, replyTo);
    const id = entryIdOf(chatId, me.userId, tmpId);
    const command: EntryCommand = {
      ...{ type: 'Send', chatId, userId: me.userId, tmpId, replyTo },
      message: request.message || null,
      attachments: await Promise.all(attachments.map((fileId) => this.file(me, chatId, fileId))),
      mentions: [...new Set(mentions)].filter((userId) => userIds.includes(userId)),
    };
    const { position } = await carryOut(this.commands, new ToEntry(id, command, context, true));
    const others = userIds.filter((userId) => userId !== me.userId);
    const participantEntries = others.map((userId) => ({
      ...{ participantId: participantIdOf(chatId, userId), userId, status: 'sent' as const },
    }));
    return { id, tmpId, participantEntries, position };
  }

  /** Whether the log contains an entry of this user with this `tmpId`. */
  async isSent({ customerId, userId }: Viewer, chatId: string, tmpId: string): Promise<boolean> {
    const id = entryIdOf(chatId, userId, tmpId);
    const { state } = await this.aggregates.load(entry, 'teamChatEntry', id, customerId);
    return state.status !== 'missing';
  }

  async edit(
    me: Viewer,
    chatId: string,
    id: string,
    { message, mentions = [] }: EditTeamChatEntryRequest,
    context: CommandContext,
  ): Promise<CommandResponse> {
    const { userIds } = await this.requireTakesPart(me, chatId);
    const named = mentions.filter((userId) => userIds.includes(userId));
    return this.toEntry(me, chatId, id, { type: 'Edit', by: me.userId, message, mentions: named }, context);
  }

  async deleteEntry(me: Viewer, chatId: string, id: string, context: CommandContext) {
    await this.requireTakesPart(me, chatId);
    return this.toEntry(me, chatId, id, { type: 'Delete', by: me.userId }, context);
  }

  async react(me: Viewer, chatId: string, id: string, emoji: string | null, context: CommandContext) {
    await this.requireTakesPart(me, chatId);
    return this.toEntry(me, chatId, id, { type: 'React', by: me.userId, emoji }, context);
  }

  /**
   * Marks a chat as delivered or read; if the chat id is null, marks all chats of the user.
   * @param upTo log position of the newest entry that the user saw; absent for the newest entry of the chat
   * @throws NotFound if the user does not take part in the chat
   */
  async mark(
    me: Viewer,
    chatId: string | null,
    { status, upTo }: { status: ChatStatus; upTo?: string },
    context: CommandContext,
  ): Promise<CommandResponse | null> {
    let last: CommandResponse | null = null;
    for (const [id, newest] of await this.chats.unmarked(me, status, chatId)) {
      const mark = {
        ...({ type: 'Mark', status, chatId: id, userId: me.userId } as const),
        upTo: upTo !== undefined && upTo < newest ? upTo : newest,
      };
      const participantId = participantIdOf(id, me.userId);
      last = await carryOut(this.commands, new ToParticipant(participantId, mark, step(context, id)));
    }
    return last;
  }

  /**
   * The chat's state in the log, for a current participant.
   * @throws NotFound if the user never took part
   * @throws Rejected `team_chat_archived` if the user no longer takes part
   */
  async requireTakesPart(me: Viewer, id: string): Promise<TeamChatState> {
    const { state } = await this.aggregates.load(teamChat, 'teamChat', id, me.customerId);
    if (takesPart(state, me.userId)) return state;
    await this.chats.find(me, id);
    throw new Rejected('team_chat_archived');
  }

  private async toEntry(
    me: Viewer,
    chatId: string,
    id: string,
    command: EntryCommand,
    context: CommandContext,
  ): Promise<CommandResponse> {
    const { state } = await this.aggregates.load(entry, 'teamChatEntry', id, me.customerId);
    if (state.chatId !== chatId) throw new NotFound();
    // Another user's entry has to be visible to this user, who may have been added later.
    if (state.userId !== me.userId) await this.threads.find(me, chatId, id);
    return carryOut(this.commands, new ToEntry(id, command, context));
  }

  /** @throws NotFound unless the sender uploaded the file for this chat */
  private async file(
    { customerId, userId }: Viewer,
    chatId: string,
    id: string,
  ): Promise<TeamChatAttachment> {
    const { state } = await this.aggregates.load(file, 'teamChatFile', id, customerId);
    if (!state || state.chatId !== chatId || state.userId !== userId) throw new NotFound();
    const { contentType, size, path, personal } = state;
    return { id, fileName: personal?.fileName ?? '', contentType, size, path };
  }

  /**
   * The id of the chat that these users are to start or have just started. Skips the ids of earlier chats that they
   * deleted or whose participants changed.
   */
  private async unusedId({ customerId }: Viewer, userIds: string[]): Promise<string> {
    for (let nth = 0; nth < MAX_BEGINNINGS; nth++) {
      const id = chatIdOf(customerId, userIds, nth);
      const { state } = await this.aggregates.load(teamChat, 'teamChat', id, customerId);
      const isTheirs =
        state.userIds.length === userIds.length && userIds.every((userId) => takesPart(state, userId));
      if (state.status === 'missing' || isTheirs) return id;
    }
    throw new Rejected('busy');
  }

  private async requirePeople({ customerId }: Viewer, userIds: string[]): Promise<void> {
    const known = await this.chats.people(customerId, userIds);
    if (known.length < new Set(userIds).size) throw new Rejected('team_chat_person_unknown');
  }
}
