import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { carryOut } from '@parley/event-sourcing/decider/carry-out';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Viewer } from '@parley/access-rules/viewer';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { conversation, isJoined, type Assignee, type ConversationState } from '../domain/conversation';
import { message } from '../domain/message';
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
   * @throws NotFound; Rejected `not_an_email`, `only_message`, `message_moved`, `another_contact` or `conversation_joined`
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
    // What one empties another one may be filling.
    return this.oneAtATime.run(turnOf(start), () => this.moveInTurn(viewer, { id, time }, place, context));
  }

  /**
   * All that was said in a conversation goes on in another one. The messages follow by `JoinReaction`.
   * @throws NotFound; Rejected `another_contact`, `conversation_joined`, `nothing_to_join` or `too_long_to_join`
   */
  async join(viewer: Viewer, from: string, into: string, context: CommandContext): Promise<CommandResponse> {
    const { start } = await this.visible(viewer, from);
    // Two that are joined with each other at once would both be gone.
    return this.oneAtATime.run(turnOf(start), async () => {
      const target = await this.visible(viewer, into);
      const source = await this.visible(viewer, from);
      requireAlike(source, target);
      if (from === into) throw new Rejected('conversation_joined');
      if (isJoined(target)) throw new Rejected('conversation_joined');
      const seenUpTo = await this.views.checkpoint(transcriptView.name);
      const messageIds = await this.transcript.mailsIn(viewer.customerId, from, MOST_JOINED + 1);
      if (messageIds.length > MOST_JOINED) throw new Rejected('too_long_to_join');
      if (messageIds.length > 0) await this.bringBack(into, target, source, context);
      const command = { type: 'Join', into, messageIds, seenUpTo } as const;
      return carryOut(this.commands, new ToConversation(from, command, context));
    });
  }

  /** Takes that back. @throws NotFound */
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
      // Whoever is next counts what is left.
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
   * Somebody deleted where it went at the same time: it is where it was.
   * @throws NotFound
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
   * A conversation like the one from which a mail comes, unless it is there.
   * @returns whether it began
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
    // Before what is said in it.
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

  /** What was in the lists stays there: before anything goes, so that nobody who waits is ever in none. */
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

  /** A conversation that a move began is none without its mail; any other one goes into the archive. */
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

/** The conversation that a mail has for itself when it leaves another one. */
function ownPlace(messageId: string, from: string): string {
  return uuidV5(`moved/${messageId}`, from);
}

/** Mails of one contact move one after the other. */
function turnOf({ contactId }: Begun['start']): string {
  return `join/${contactId}`;
}

function isFree({ userId, teamId }: Assignee): boolean {
  return userId === null && teamId === null;
}

/** @throws Rejected `another_contact` for what is said with somebody else, or on another mailbox */
function requireAlike({ start: a }: Begun, { start: b }: Begun): void {
  if (a.contactId !== b.contactId || a.channelId !== b.channelId) throw new Rejected('another_contact');
}
