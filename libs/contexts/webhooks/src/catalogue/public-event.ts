import { idOf, type DataOf, type EventType, type RecordedEvent } from '@parley/contracts/events';
import type { Field } from './field';

/** The subject of a stream, from its first event. */
export interface About {
  conversationId: string | null;
  contactId: string | null;
  channelId: string | null;
}

/** An event as integrators receive it: a name, a version, and a payload with the declared fields only. */
export interface PublicEvent {
  name: string;
  version: number;
  /** Type of the internal event. */
  fact: EventType;
  fields: Record<string, Field>;
  data(event: RecordedEvent, about: About): Record<string, unknown>;
}

/** Builds public events of one kind of stream, which all have the fields of their subject. */
export function eventsAbout<Subject extends Record<string, Field>>(
  subject: Subject,
  ids: (id: string, about: About) => { [Name in keyof Subject]: unknown },
) {
  return <Type extends EventType, Fields extends Record<string, Field> = Record<never, Field>>(
    name: string,
    fact: Type,
    fields: Fields = {} as Fields,
    data: (data: DataOf<Type>) => { [Name in keyof Fields]: unknown } = () => ({}) as never,
  ): PublicEvent => ({
    name,
    version: 1,
    fact,
    fields: { ...subject, ...fields },
    data: (event, about) => ({ ...ids(idOf(event.stream), about), ...data(event.data as DataOf<Type>) }),
  });
}
