import { idOf, type RecordedEvent, type UserEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';

type OfUser = RecordedEvent & UserEvent;

/** Folds the users' display names and signature settings. */
export async function projectSigner(event: OfUser, tx: Sql): Promise<void> {
  if (event.type === 'UserSettingChanged') {
    if (event.data.name === 'automaticSignature') await save(event, { signature: event.data.value }, tx);
    return;
  }
  const personal = 'personal' in event.data ? event.data.personal : undefined;
  if (personal && 'displayName' in personal) await save(event, { name: personal.displayName }, tx);
}

async function save(
  { stream, customerId }: OfUser,
  { name = null, signature = null }: { name?: string | null; signature?: string | null },
  tx: Sql,
): Promise<void> {
  await tx.query(
    `insert into signer as s (user_id, customer_id, display_name, automatic_signature) values ($1, $2, $3, $4)
     on conflict (user_id) do update set display_name = coalesce(excluded.display_name, s.display_name),
       automatic_signature = coalesce(excluded.automatic_signature, s.automatic_signature)`,
    [idOf(stream), customerId, name, signature],
  );
}
