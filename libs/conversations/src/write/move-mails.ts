import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { carryOut } from '@parley/event-sourcing/decider/carry-out';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Viewer } from '@parley/event-sourcing/visibility/viewer';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { conversation, isJoined, type ConversationState } from '../domain/conversation';
import { InboxQueries } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';
import { TranscriptQueries } from '../read/transcript.queries';
import { ToConversation } from './conversation.handler';
import { ToMessage } from './message.handler';

/** Messages of a conversation that another one takes in. */
const MOST_JOINED = 200;

type Begun = ConversationState & { start: NonNullable<ConversationState['start']> };

/** Puts e-mails where they belong, between conversations of one contact on one mailbox. */
@Injectable()
export class MoveMails {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly views: Views,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /**
   * Moves one message out of a conversation; what answers it follows. Asked for twice is once.
   * @param place.from where its mover saw it
   * @param place.to null: a conversation of its own, which whoever has the other one has, too
   * @returns the id of the conversation in which it is
   * @throws NotFound; Rejected `not_an_email`, `only_message`, `message_moved` or `another_contact`
   */
  async move(
    viewer: Viewer,
    messageId: string,
    { from, to }: { from: string; to: string | null },
    context: CommandContext,
  ): Promise<CreatedResponse> {
    const { id, chatId, type, time } = await this.transcript.findVisible(viewer, messageId);
    const source = await this.visible(viewer, from);
    if (type !== 'email') throw new Rejected('not_an_email');
    const target = to ?? uuidV5(`moved/${id}`, from);
    if (to !== null) requireAlike(source, await this.visible(viewer, to));
    else if (chatId === from) await this.begin(target, source, { messageId: id, from, time }, context);
    const move = { type: 'Move', from, to: target, isAlone: true } as const;
    const { position } = await carryOut(this.commands, new ToMessage(id, move, context));
    if (to !== null) await this.leaveEmpty(viewer, from, position, context);
    return { id: target, position };
  }

  /**
   * All that was said in a conversation goes on in another one. The messages follow by `JoinReaction`.
   * @throws NotFound; Rejected `another_contact`, `conversation_joined`, `nothing_to_join` or `too_long_to_join`
   */
  async join(viewer: Viewer, from: string, into: string, context: CommandContext): Promise<CommandResponse> {
    const { start } = await this.visible(viewer, from);
    // Two that are joined with each other at once would both be gone.
    return this.oneAtATime.run(`join/${start.contactId}`, async () => {
      const target = await this.visible(viewer, into);
      requireAlike(await this.visible(viewer, from), target);
      if (from === into) throw new Rejected('conversation_joined');
      if (isJoined(target)) throw new Rejected('conversation_joined');
      const seenUpTo = await this.views.checkpoint(transcriptView.name);
      const messageIds = await this.transcript.mailsIn(viewer.customerId, from, MOST_JOINED + 1);
      if (messageIds.length > MOST_JOINED) throw new Rejected('too_long_to_join');
      const command = { type: 'Join', into, messageIds, seenUpTo } as const;
      return carryOut(this.commands, new ToConversation(from, command, context));
    });
  }

  /** Takes that back. @throws NotFound */
  async part(viewer: Viewer, from: string, context: CommandContext): Promise<CommandResponse> {
    await this.visible(viewer, from);
    return carryOut(this.commands, new ToConversation(from, { type: 'Part' }, context));
  }

  private async visible(viewer: Viewer, id: string): Promise<Begun> {
    await this.inbox.findVisible(viewer, id);
    const { state } = await this.aggregates.load(conversation, 'conversation', id, viewer.customerId);
    if (!state.start || state.status === 'deleted') throw new NotFound();
    return state as Begun;
  }

  private async begin(
    id: string,
    { start, assignee, readForAll }: Begun,
    { messageId, from, time }: { messageId: string; from: string; time: string },
    context: CommandContext,
  ): Promise<void> {
    const others = await this.transcript.mailsIn(context.customerId, from, 2);
    if (others.every((other) => other === messageId)) throw new Rejected('only_message');
    const { contactId, channelId } = start;
    // Before what is said in it.
    const startedAt = new Date(Date.parse(time) - 1).toISOString();
    const begun = await this.commands.execute(
      new ToConversation(
        id,
        { type: 'Start', contactId, channelId, readForAll, startedAt },
        step(context, 'start'),
      ),
    );
    const isFree = assignee.userId === null && assignee.teamId === null;
    if (begun.events.length === 0 || isFree) return;
    const assign = { type: 'Assign', to: assignee, expected: { userId: null, teamId: null } } as const;
    await this.commands.execute(new ToConversation(id, assign, step(context, 'assign')));
  }

  /** A conversation from which the last was taken is none. */
  private async leaveEmpty(
    { customerId }: Viewer,
    id: string,
    position: string,
    context: CommandContext,
  ): Promise<void> {
    await this.views.catchUp(transcriptView.name, position);
    if (await this.transcript.hasWords(customerId, id)) return;
    const remove = { type: 'Delete', seenUpTo: position, mayDelete: true } as const;
    await this.commands.execute(new ToConversation(id, remove, step(context, 'empty')));
  }
}

/** @throws Rejected `another_contact` for what is said with somebody else, or on another mailbox */
function requireAlike({ start: a }: Begun, { start: b }: Begun): void {
  if (a.contactId !== b.contactId || a.channelId !== b.channelId) throw new Rejected('another_contact');
}
