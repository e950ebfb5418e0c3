import type { ContactEvent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { contact, type ContactCommand } from '../domain/contact';
import type { ContactState } from '../domain/contact-state';

export class ToContact extends CommandTo<ContactCommand, ContactState, ContactEvent> {}

export const ContactHandler = handlerOf(ToContact, contact, 'contact');
