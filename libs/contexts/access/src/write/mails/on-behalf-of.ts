import type { RecordedEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { AccessQueries } from '../../read/access.queries';

/**
 * For whom a mail about a fact speaks: whoever did it, and their organisation. Its reader's language is not known:
 * it is written in that of who did it, and without a name where nobody did.
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
