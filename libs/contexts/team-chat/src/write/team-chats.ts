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
import { carryOut } from '@parley/event-sourcing/decider/carry-out';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { entry, type EntryCommand } from '../domain/entry';
import { file } from '../domain/file';
import { takesPart, teamChat, type TeamChatState } from '../domain/team-chat';
import { chatIdOf, entryIdOf, participantIdOf } from '../ids';
import { TeamChatQueries, type Viewer } from '../read/team-chat.queries';
import { TeamThreadQueries } from '../read/team-thread.queries';
import { ToEntry, ToParticipant, ToTeamChat } from './handlers';

/** Times that the same people may begin a chat anew, after they deleted it. */
const MOST_BEGINNINGS = 1_000;

/** All that participants do in chats. Each command is refused to who does not take part. */
@Injectable()
export class TeamChats {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly chats: TeamChatQueries,
    private readonly threads: TeamThreadQueries,
  ) {}

  /**
   * Begins a chat, or opens the one of the same people. Two who begin it at the same moment begin one.
   * @throws Rejected `team_chat_person_unknown`, and by its rules
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

  /** @throws NotFound, and Rejected `team_chat_person_unknown`, `team_chat_archived` and by its rules */
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

  /** @throws NotFound for a chat in which one never took part */
  async leave(me: Viewer, id: string, participantId: string, context: CommandContext) {
    await this.chats.find(me, id);
    if (participantId !== participantIdOf(id, me.userId)) throw new NotFound();
    return carryOut(this.commands, new ToTeamChat(id, { type: 'Leave', by: me.userId }, context));
  }

  async delete(me: Viewer, id: string, context: CommandContext): Promise<CommandResponse> {
    await this.chats.find(me, id);
    return carryOut(this.commands, new ToTeamChat(id, { type: 'Delete', by: me.userId }, context));
  }

  /** The same `tmpId` of the same writer is the same entry, however often it is sent. */
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

  /** Whether what somebody sent under a `tmpId` is in the log. */
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
   * Marks how far one has a chat, or with null each of one's chats.
   * @param upTo the newest entry that was seen; left out: the newest there is
   * @throws NotFound for a chat in which one does not take part
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
   * The chat as the log has it, for who takes part in it now.
   * @throws NotFound for who never did, Rejected `team_chat_archived` for who did
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
    // Who was added later does not see it.
    if (state.userId !== me.userId) await this.threads.find(me, chatId, id);
    return carryOut(this.commands, new ToEntry(id, command, context));
  }

  /** @throws NotFound unless its sender uploaded it for this chat */
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

  /** The id of the chat that these people begin, or have just begun: those that they deleted or changed are others. */
  private async unusedId({ customerId }: Viewer, userIds: string[]): Promise<string> {
    for (let nth = 0; nth < MOST_BEGINNINGS; nth++) {
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
