import type { RecordedEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { AccessQueries } from '../../read/access.queries';

/**
 * The user who caused an event and their organisation, for a mail about the event. The mail is in the language of
 * that user, because the reader's language is unknown; the name is empty if no user caused the event.
 */
export async function onBehalfOf(
  access: Pick<AccessQueries, 'customerName' | 'profile'>,
  { customerId, actor }: Pick<RecordedEvent, 'customerId' | 'actor'>,
): Promise<{ organisation: string; name: string; language: string }> {
  const organisation = (await access.customerName(customerId)) ?? 'Parley';
  const profile =
    actor.type === 'user'
      ? await access.profile(customerId, actor.id).catch((error: unknown) => {
          if (error instanceof NotFound) return null;
          throw error;
        })
      : null;
  const language = profile?.user.settings.find(({ name }) => name === 'language')?.value ?? 'en';
  return { organisation, name: profile?.user.displayName ?? '', language };
}
