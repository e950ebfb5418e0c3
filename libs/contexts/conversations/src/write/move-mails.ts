import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Viewer } from '@parley/access-rules/viewer';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import {
  type Assignee,
  conversation,
  type ConversationState,
  isJoined,
  ToConversation,
} from '../domain/conversation';
import { message, ToMessage } from '../domain/message';
import { InboxQueries } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';
import { TranscriptQueries } from '../read/transcript.queries';

/** Maximum number of messages of a conversation that can be joined into another one. */
const MAX_JOINED = 200;

type Begun = ConversationState & { start: NonNullable<ConversationState['start']> };

/** Moves e-mails between conversations of one contact on one mailbox. */
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
   * Moves one message out of a conversation; later replies to it arrive in the target. A repeated request is a no-op.
   * @param place.from the conversation in which the user saw the message
   * @param place.to null: a new conversation with the same assignee
   * @returns the id of the conversation that contains the message now
   * @throws NotFound
   * @throws Rejected `not_an_email`, `only_message`, `message_moved`, `another_contact` or `conversation_joined`
   */
  async move(
    viewer: Viewer,
    messageId: string,
    place: { from: string; to: string | null },
    context: CommandContext,
  ): Promise<CreatedResponse> {
    const { id, type, time } = await this.transcript.findVisible(viewer, messageId);
    const { start } = await this.visible(viewer, place.from);
    if (type !== 'email') throw new Rejected('not_an_email');
    // Moves are serialised, because one move may empty a conversation while another fills it.
    return this.oneAtATime.run(turnOf(start), () => this.moveInTurn(viewer, { id, time }, place, context));
  }

  /**
   * Joins a conversation into another one; `JoinReaction` then moves the messages.
   * @throws NotFound if the viewer may not see one of the conversations
   * @throws Rejected `another_contact`, `conversation_joined`, `nothing_to_join` or `too_long_to_join`
   */
  async join(viewer: Viewer, from: string, into: string, context: CommandContext): Promise<CommandResponse> {
    const { start } = await this.visible(viewer, from);
    // Joins are serialised, because two conversations that are joined into each other at the same time would both
    // disappear.
    return this.oneAtATime.run(turnOf(start), async () => {
      const target = await this.visible(viewer, into);
      const source = await this.visible(viewer, from);
      requireAlike(source, target);
      if (from === into) throw new Rejected('conversation_joined');
      if (isJoined(target)) throw new Rejected('conversation_joined');
      const seenUpTo = await this.views.checkpoint(transcriptView.name);
      const messageIds = await this.transcript.mailsIn(viewer.customerId, from, MAX_JOINED + 1);
      if (messageIds.length > MAX_JOINED) throw new Rejected('too_long_to_join');
      if (messageIds.length > 0) await this.bringBack(into, target, source, context);
      const command = { type: 'Join', into, messageIds, seenUpTo } as const;
      return carryOut(this.commands, new ToConversation(from, command, context));
    });
  }

  /**
   * Undoes a join.
   * @throws NotFound if the viewer may not see the conversation
   */
  async part(viewer: Viewer, from: string, context: CommandContext): Promise<CommandResponse> {
    await this.visible(viewer, from);
    return carryOut(this.commands, new ToConversation(from, { type: 'Part' }, context));
  }

  private async moveInTurn(
    viewer: Viewer,
    mail: { id: string; time: string },
    { from, to }: { from: string; to: string | null },
    context: CommandContext,
  ): Promise<CreatedResponse> {
    const source = await this.visible(viewer, from);
    const own = ownPlace(mail.id, from);
    const target = to ?? own;
    if (target !== own) {
      const there = await this.visible(viewer, target);
      requireAlike(source, there);
      if (isJoined(there)) throw new Rejected('conversation_joined');
    }
    const { state } = await this.aggregates.load(message, 'message', mail.id, viewer.customerId);
    const isHere = state.written?.conversationId === from && target !== from;
    const hasBegun = isHere && target === own && (await this.begin(own, source, { ...mail, from }, context));
    if (isHere) await this.bringBack(target, await this.stateOf(target, viewer.customerId), source, context);
    const move = { type: 'Move', from, to: target, isAlone: true } as const;
    try {
      const { position } = await carryOut(this.commands, new ToMessage(mail.id, move, context));
      // `leaveEmpty` below and the next move count the messages that remain, so the view has to be up to date.
      await this.views.catchUp(transcriptView.name, position);
      if (isHere) await this.requireKept(mail.id, { from, to: target }, context);
      if (target !== own) await this.leaveEmpty(from, { mail, to: target, position }, context);
      return { id: target, position };
    } catch (error) {
      if (hasBegun && error instanceof Rejected) await this.remove(own, context);
      throw error;
    }
  }

  /**
   * Checks that the target still exists after a move, and moves the message back if the target was deleted at the
   * same time.
   * @throws NotFound if the target was deleted
   */
  private async requireKept(
    messageId: string,
    { from, to }: { from: string; to: string },
    context: CommandContext,
  ): Promise<void> {
    const { status } = await this.stateOf(to, context.customerId);
    if (status !== 'deleted') return;
    const back = { type: 'Move', from: to, to: from, isAlone: true } as const;
    await this.commands.execute(new ToMessage(messageId, back, step(context, 'back')));
    throw new NotFound();
  }

  private async visible(viewer: Viewer, id: string): Promise<Begun> {
    await this.inbox.findVisible(viewer, id);
    const state = await this.stateOf(id, viewer.customerId);
    if (!state.start || state.status === 'deleted') throw new NotFound();
    return state as Begun;
  }

  private async stateOf(id: string, customerId: string): Promise<ConversationState> {
    return (await this.aggregates.load(conversation, 'conversation', id, customerId)).state;
  }

  /**
   * Starts a conversation with the same contact, channel and assignee as the source, unless it exists already.
   * @returns whether this call started it
   * @throws Rejected `only_message`
   */
  private async begin(
    id: string,
    { start, assignee, readForAll }: Begun,
    { id: messageId, from, time }: { id: string; from: string; time: string },
    context: CommandContext,
  ): Promise<boolean> {
    const { status } = await this.stateOf(id, context.customerId);
    if (status === 'missing' || status === 'deleted') {
      const others = await this.transcript.mailsIn(context.customerId, from, 2);
      if (others.every((other) => other === messageId)) throw new Rejected('only_message');
    }
    const { contactId, channelId } = start;
    // The conversation has to start before its first message, so its start is 1 ms earlier.
    const startedAt = new Date(Date.parse(time) - 1).toISOString();
    const begun = await this.commands.execute(
      new ToConversation(
        id,
        { type: 'Start', contactId, channelId, readForAll, startedAt },
        step(context, 'start'),
      ),
    );
    if (isFree(begun.state.assignee) && !isFree(assignee) && begun.state.status === 'open') {
      const assign = { type: 'Assign', to: assignee, expected: begun.state.assignee } as const;
      await this.commands.execute(new ToConversation(id, assign, step(context, 'assign')));
    }
    return begun.events.length > 0;
  }

  /**
   * Reopens or wakes the target if the source is in the lists. This runs before the move, so that a waiting contact
   * is in some list all the time.
   */
  private async bringBack(
    id: string,
    { status, snoozed }: ConversationState,
    source: Begun,
    context: CommandContext,
  ): Promise<void> {
    if (source.status !== 'open') return;
    if (status === 'closed') {
      await this.commands.execute(new ToConversation(id, { type: 'Unarchive' }, step(context, 'unarchive')));
    } else if (snoozed && !source.snoozed) {
      await this.commands.execute(new ToConversation(id, { type: 'Wake', at: null }, step(context, 'wake')));
    }
  }

  /** Deletes an empty conversation if an earlier move had created it; archives any other empty one. */
  private async leaveEmpty(
    id: string,
    { mail, to, position }: { mail: { id: string }; to: string; position: string },
    context: CommandContext,
  ): Promise<void> {
    if (await this.transcript.hasWords(context.customerId, id)) return;
    if (id === ownPlace(mail.id, to)) return this.remove(id, context, position);
    const archive = { type: 'Archive', seenUpTo: position } as const;
    await this.commands.execute(new ToConversation(id, archive, step(context, 'empty')));
  }

  private async remove(id: string, context: CommandContext, seenUpTo = ''): Promise<void> {
    const remove = { type: 'Delete', seenUpTo, mayDelete: true } as const;
    await this.commands.execute(new ToConversation(id, remove, step(context, 'empty')));
  }
}

/** The id of the new conversation for a mail that leaves the conversation `from`. */
function ownPlace(messageId: string, from: string): string {
  return uuidV5(`moved/${messageId}`, from);
}

/** The mutex key under which moves of one contact's mails are serialised. */
function turnOf({ contactId }: Begun['start']): string {
  return `join/${contactId}`;
}

function isFree({ userId, teamId }: Assignee): boolean {
  return userId === null && teamId === null;
}

/** @throws Rejected `another_contact` if the conversations differ in contact or mailbox */
function requireAlike({ start: a }: Begun, { start: b }: Begun): void {
  if (a.contactId !== b.contactId || a.channelId !== b.channelId) throw new Rejected('another_contact');
}
