import { use, useEffect, type ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { asLanguage, changeLanguage } from '../lib/i18n';
import { claimStorage } from '../lib/local-storage';
import { permissionsQuery, settingOf } from '../lib/me';
import type { PermissionsResponse } from '@parley/contracts/api/access';

/** Suspends until the signed-in user is loaded, and switches to their language. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: me } = useSuspenseQuery(permissionsQuery);
  use(welcome(me));
  const language = asLanguage(settingOf(me, 'language'));
  // The user may choose another language here or in another window.
  useEffect(() => {
    if (language) void changeLanguage(language);
  }, [language]);
  return children;
}

const welcomes = new Map<string, Promise<void>>();

/** Applies the user's stored settings once per user: afterwards the settings page changes the language itself. */
function welcome(me: PermissionsResponse): Promise<void> {
  let done = welcomes.get(me.user.id);
  if (!done) {
    welcomes.set(me.user.id, (done = begin(me)));
    // If the texts fail to load, the next render tries again.
    done.catch(() => welcomes.delete(me.user.id));
  }
  return done;
}

async function begin(me: PermissionsResponse): Promise<void> {
  if (claimStorage(me.user.id)) {
    // Another user's drafts and messages are already in memory: reloading drops them, so that none is sent.
    location.reload();
    await new Promise<never>(() => undefined);
  }
  await changeLanguage(asLanguage(settingOf(me, 'language')) ?? 'en');
}
