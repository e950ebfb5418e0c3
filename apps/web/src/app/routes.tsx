import { Suspense, useEffect, type ReactNode } from 'react';
import {
  createRoutesFromElements,
  Navigate,
  Outlet,
  Route,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import { features } from '../lib/feature';
import { chosenDomain, isMobileHost } from '../lib/mobile-host';
import { signOut } from '../lib/session';
import { redirectsOf, routesIn } from './feature-routes';
import './features';
import { Shell } from './shell';
import { SignedIn } from './signed-in';
import { Splash } from './splash';
import { Boundary } from '../lib/boundary';
import { lazyPart } from '../lib/lazy-part';

const MessagePage = lazyPart(async () => ({ default: (await import('./message-page')).MessagePage }));
const Settings = lazyPart(async () => ({ default: (await import('./settings-routes')).SettingsRoutes }), {
  texts: 'settings',
});

/** All routes of the client (spec, section 2): those of the features, and those that belong to no feature. */
export const routes = createRoutesFromElements(
  <Route element={<Page />}>
    <Route path="/" element={<Start />} />
    <Route path="/inbox/:chatId?" element={<ToMessagingInbox />} />
    {redirectsOf(features())}
    <Route
      element={
        <DomainChosen>
          <SignedIn>
            <Shell />
          </SignedIn>
        </DomainChosen>
      }
    >
      {routesIn(undefined, features())}
      <Route path="/settings/*" element={<Settings />} />
    </Route>
    {routesIn('full', features())}
    <Route path="/authorize" element={<Authorize />} />
    <Route path="/not-authorized" element={<MessagePage page="notAuthorized" />} />
    <Route path="/failed-login" element={<MessagePage page="failedLogin" />} />
    <Route path="/user-blocked" element={<MessagePage page="userBlocked" />} />
    <Route path="/ip-not-allowed" element={<MessagePage page="ipNotAllowed" />} />
    <Route path="/error-404" element={<MessagePage page="notFound" />} />
    <Route path="*" element={<Navigate to="/error-404" replace />} />
  </Route>,
);

function Page() {
  return (
    <Boundary shape="page" recover={expectServer}>
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </Boundary>
  );
}

/**
 * Checks that the server responds to a request for the page.
 * @throws Error if it does not
 */
async function expectServer(): Promise<void> {
  const response = await fetch('/', { method: 'HEAD', cache: 'no-store', headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`The page was answered with ${response.status}.`);
}

/** Redirects to the path in `landing_page`, or to the default page; a URL of another origin is ignored. */
function Start() {
  const [params] = useSearchParams();
  const landing = params.get('landing_page');
  return <Navigate to={landing && /^\/(?![/\\])/.test(landing) ? landing : '/messaging-inbox'} replace />;
}

/** On the mobile host, opens the page that asks for the organisation if none was chosen yet. */
function DomainChosen({ children }: { children: ReactNode }) {
  const isOpen = isMobileHost() && chosenDomain() === null;
  return isOpen ? <Navigate to="/authorize-domain" replace /> : children;
}

/**
 * Page to which identity providers redirect when they end a session or refuse a user, with the reason (spec, section
 * 8).
 */
function Authorize() {
  const [params] = useSearchParams();
  const why = params.get('error_description') ?? params.get('error');
  const isExpired = why !== null && /login_expired/.test(why);
  useEffect(() => {
    if (isExpired) void signOut({ keepsUnsent: true });
  }, [isExpired]);
  if (isExpired) return <Splash />;
  if (why === null) return <Navigate to="/" replace />;
  return <Navigate to={/user is blocked/i.test(why) ? '/user-blocked' : '/not-authorized'} replace />;
}

function ToMessagingInbox() {
  const { chatId } = useParams();
  return <Navigate to={chatId ? `/messaging-inbox/${chatId}` : '/messaging-inbox'} replace />;
}
