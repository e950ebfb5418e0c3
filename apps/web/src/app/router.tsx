import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { asLanguage, changeLanguage } from '../lib/i18n';
import { claimStorage } from '../lib/local-storage';
import { can, permissionsQuery, settingOf } from '../lib/me';
import { ErrorPage } from './error-page';
import { MessagePage } from './message-page';
import { Shell } from './shell';
import { Splash } from './splash';

/** Every route of the client (spec, section 2). Features load when they are first visited. */
export function createRouter(client: QueryClient) {
  return createBrowserRouter([
    {
      path: '/',
      hydrateFallbackElement: <Splash />,
      errorElement: <ErrorPage />,
      children: [
        { index: true, loader: start },
        { path: 'inbox/:chatId?', loader: toMessagingInbox },
        {
          element: <Shell />,
          loader: () => signedIn(client),
          children: [
            {
              path: 'messaging-inbox/:chatId?',
              loader: () => allowed(client, 'read', 'inbox'),
              // The address of a list or a thread changes often; who one is does not.
              shouldRevalidate: () => false,
              lazy: () => import('../features/messaging-inbox/inbox.page'),
            },
            { path: 'settings', loader: () => redirect('/settings/account') },
            { path: 'settings/account', lazy: () => import('../features/settings-account/account.page') },
            { path: 'test-channel', lazy: () => import('../features/test-channel/test-channel.page') },
          ],
          shouldRevalidate: () => false,
        },
        { path: 'not-authorized', element: <MessagePage page="notAuthorized" /> },
        { path: 'failed-login', element: <MessagePage page="failedLogin" /> },
        { path: 'user-blocked', element: <MessagePage page="userBlocked" /> },
        { path: 'error-404', element: <MessagePage page="notFound" /> },
        { path: '*', loader: () => redirect('/error-404') },
      ],
    },
  ]);
}

/** `landing_page` names the path to start at; one of another origin is not followed. */
function start({ request }: LoaderFunctionArgs) {
  const landing = new URL(request.url).searchParams.get('landing_page');
  return redirect(landing && /^\/(?![/\\])/.test(landing) ? landing : '/messaging-inbox');
}

function toMessagingInbox({ params }: LoaderFunctionArgs) {
  return redirect(params.chatId ? `/messaging-inbox/${params.chatId}` : '/messaging-inbox');
}

async function signedIn(client: QueryClient) {
  const me = await client.ensureQueryData(permissionsQuery);
  if (claimStorage(me.user.id)) location.reload();
  await changeLanguage(asLanguage(settingOf(me, 'language')) ?? 'en');
  return null;
}

async function allowed(client: QueryClient, action: string, subject: string) {
  const { ability } = await client.ensureQueryData(permissionsQuery);
  if (can(ability, action, subject)) return null;
  return redirect(ability.length > 0 ? '/not-authorized' : '/failed-login');
}
