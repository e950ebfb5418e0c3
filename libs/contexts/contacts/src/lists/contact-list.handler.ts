import type { ContactListBatchEvent, ContactListEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import {
  contactList,
  contactListBatch,
  type ContactListCommand,
  type ContactListState,
  type ListBatchCommand,
} from '../domain/contact-list';

export class ToContactList extends CommandTo<ContactListCommand, ContactListState, ContactListEvent> {}

export class ToListBatch extends CommandTo<ListBatchCommand, { isSaid: boolean }, ContactListBatchEvent> {}

export const ContactListHandler = handlerOf(ToContactList, contactList, 'contactList');
export const ListBatchHandler = handlerOf(ToListBatch, contactListBatch, 'contactListBatch');
