import type { ConversationEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { conversation, type ConversationCommand, type ConversationState } from '../domain/conversation';

/** The command envelope for one conversation. */
export class ToConversation extends CommandTo<ConversationCommand, ConversationState, ConversationEvent> {}

export const ConversationHandler = handlerOf(ToConversation, conversation, 'conversation');
