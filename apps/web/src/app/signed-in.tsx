import { use, useEffect, type ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { asLanguage, changeLanguage } from '../lib/i18n';
import { claimStorage } from '../lib/local-storage';
import { permissionsQuery, settingOf } from '../lib/me';
import type { PermissionsResponse } from '@parley/contracts/api/access';

/** Waits until it is known who signed in, and speaks their language. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: me } = useSuspenseQuery(permissionsQuery);
  use(welcome(me));
  const language = asLanguage(settingOf(me, 'language'));
  // Chosen here, or in another window.
  useEffect(() => {
    if (language) void changeLanguage(language);
  }, [language]);
  return children;
}

const welcomes = new Map<string, Promise<void>>();

/** Once for each person: afterwards the settings page changes the language itself. */
function welcome(me: PermissionsResponse): Promise<void> {
  let done = welcomes.get(me.user.id);
  if (!done) {
    welcomes.set(me.user.id, (done = begin(me)));
    // Texts that did not come are asked for again when the page is.
    done.catch(() => welcomes.delete(me.user.id));
  }
  return done;
}

async function begin(me: PermissionsResponse): Promise<void> {
  if (claimStorage(me.user.id)) {
    // What another person wrote in this browser is in memory already: forget it with the page, and send none of it.
    location.reload();
    await new Promise<never>(() => undefined);
  }
  await changeLanguage(asLanguage(settingOf(me, 'language')) ?? 'en');
}
