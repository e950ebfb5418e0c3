import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import {
  createRoutesFromElements,
  Navigate,
  Outlet,
  Route,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import { loadTexts, type TextArea } from '../lib/i18n';
import { can, useMe } from '../lib/me';
import { chosenDomain, isMobileHost } from '../lib/mobile-host';
import { signOut } from '../lib/session';
import { Boundary } from './boundary';
import { Shell } from './shell';
import { SignedIn } from './signed-in';
import { Splash } from './splash';

/** A page with the texts that only it says. */
const page = (load: () => Promise<{ Component: ComponentType }>, texts?: TextArea) =>
  lazy(async () => {
    const [{ Component }] = await Promise.all([load(), texts && loadTexts(texts)]);
    return { default: Component };
  });

const MessagePage = lazy(async () => ({ default: (await import('./message-page')).MessagePage }));

const loadInbox = () => import('../features/messaging-inbox/inbox.page');
const Inbox = page(loadInbox);
const Settings = page(() => import('../features/settings/settings.layout'), 'settings');
const Abilities = page(() => import('../features/settings-abilities/abilities.page'), 'settings-abilities');
const Account = page(() => import('../features/settings-account/account.page'), 'settings-account');
const Teams = page(() => import('../features/settings-teams/teams.page'), 'settings-teams');
const AddTeam = page(() => import('../features/settings-teams/add-team.page'), 'settings-teams');
const Team = page(() => import('../features/settings-teams/team.page'), 'settings-teams');
const Channels = page(() => import('../features/settings-channels/channels.page'), 'settings-channels');
const Channel = page(() => import('../features/settings-channels/channel.page'), 'settings-channels');
const Users = page(() => import('../features/settings-users/users.page'), 'settings-users');
const AddUser = page(() => import('../features/settings-users/add-user.page'), 'settings-users');
const User = page(() => import('../features/settings-users/user.page'), 'settings-users');
const Tags = page(() => import('../features/settings-catalogue/tags.page'), 'settings-catalogue');
const Labels = page(() => import('../features/settings-catalogue/labels.page'), 'settings-catalogue');
const QuickReplies = page(
  () => import('../features/settings-catalogue/quick-replies.page'),
  'settings-catalogue',
);
const System = page(() => import('../features/settings-system/system.page'), 'settings-system');
const IpWhitelist = page(() => import('../features/settings-ip/ip-whitelist.page'), 'settings-ip');
const AddAddress = page(() => import('../features/settings-ip/add-address.page'), 'settings-ip');
const Address = page(() => import('../features/settings-ip/address.page'), 'settings-ip');
const Audit = page(() => import('../features/settings-audit/audit.page'), 'settings-audit');
const Parked = page(() => import('../features/settings-developers/parked.page'), 'settings-developers');
const Workload = page(() => import('../features/workload/workload.page'), 'workload');
const AuthorizeDomain = page(() => import('../features/mobile/authorize-domain.page'), 'sign-in');
const Mobile = page(() => import('../features/mobile/mobile.page'), 'sign-in');
const TestChannel = page(() => import('../features/test-channel/test-channel.page'), 'test-channel');

// The page most visits begin with comes while the session is asked for.
if (/^\/($|messaging-inbox)/.test(location.pathname)) void loadInbox();

/** Every route of the client (spec, section 2). Features load when they are first visited. */
export const routes = createRoutesFromElements(
  <Route element={<Page />}>
    <Route path="/" element={<Start />} />
    <Route path="/inbox/:chatId?" element={<ToMessagingInbox />} />
    <Route
      element={
        <DomainChosen>
          <SignedIn>
            <Shell />
          </SignedIn>
        </DomainChosen>
      }
    >
      <Route element={<Requires action="read" subject="inbox" />}>
        <Route path="/messaging-inbox/:chatId?" element={<Inbox />} />
        <Route path="/test-channel" element={<TestChannel />} />
      </Route>
      <Route element={<Requires action="read" subject="workload" />}>
        <Route path="/workload" element={<Workload />} />
      </Route>
      <Route path="/settings" element={<Settings />}>
        <Route element={<Requires action="read" subject="settings" />}>
          <Route index element={null} />
          <Route path="account" element={<Account />} />
        </Route>
        <Route element={<Requires action="create" subject="teams" />}>
          <Route path="teams/add" element={<AddTeam />} />
        </Route>
        <Route element={<Requires action="update" subject="teams" />}>
          <Route path="teams" element={<Teams />} />
          <Route path="teams/:teamId" element={<Team />} />
        </Route>
        <Route element={<Requires action="update" subject="channels" />}>
          <Route path="channels" element={<Channels />} />
          <Route path="channels/:channelId" element={<Channel />} />
        </Route>
        <Route element={<Requires action="read" subject="abilities" />}>
          <Route path="abilities" element={<Abilities />} />
        </Route>
        <Route element={<Requires action="create" subject="users" />}>
          <Route path="users" element={<Users />} />
          <Route path="users/add" element={<AddUser />} />
          <Route path="users/:userId" element={<User />} />
        </Route>
        <Route element={<Requires action="update" subject="tags" />}>
          <Route path="tags" element={<Tags />} />
        </Route>
        <Route element={<Requires action="update" subject="labels" />}>
          <Route path="labels" element={<Labels />} />
        </Route>
        <Route element={<Requires action="read" subject="quickReplies" />}>
          <Route path="quick-replies" element={<QuickReplies />} />
        </Route>
        <Route element={<Requires action="update" subject="customerSettings" />}>
          <Route path="system" element={<System />} />
        </Route>
        <Route element={<Requires action="create" subject="whitelistedIps" />}>
          <Route path="ip-whitelisting/add" element={<AddAddress />} />
        </Route>
        <Route element={<Requires action="update" subject="whitelistedIps" />}>
          <Route path="ip-whitelisting" element={<IpWhitelist />} />
          <Route path="ip-whitelisting/:entryId" element={<Address />} />
        </Route>
        <Route element={<Requires action="read" subject="audit" />}>
          <Route path="audit" element={<Audit />} />
        </Route>
        <Route element={<Requires action="read" subject="developers" />}>
          <Route path="developers" element={<Navigate to="parked" replace />} />
          <Route path="developers/parked" element={<Parked />} />
        </Route>
      </Route>
    </Route>
    <Route path="/authorize" element={<Authorize />} />
    <Route path="/authorize-domain" element={<AuthorizeDomain />} />
    <Route path="/mobile" element={<Mobile />} />
    <Route path="/support" element={<MessagePage page="support" />} />
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
    <Boundary>
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </Boundary>
  );
}

/** `landing_page` names the path to start at; one of another origin is not followed. */
function Start() {
  const [params] = useSearchParams();
  const landing = params.get('landing_page');
  return <Navigate to={landing && /^\/(?![/\\])/.test(landing) ? landing : '/messaging-inbox'} replace />;
}

/** On the mobile host it is asked once for which organisation one comes, before anything else. */
function DomainChosen({ children }: { children: ReactNode }) {
  const isOpen = isMobileHost() && chosenDomain() === null;
  return isOpen ? <Navigate to="/authorize-domain" replace /> : children;
}

/** Where an identity provider sends a browser by itself, and why (spec, section 8). */
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

/** Lets through who may; who holds other abilities is told so, who holds none could not sign in at all. */
function Requires({ action, subject }: { action: string; subject: string }) {
  const { ability } = useMe();
  if (can(ability, action, subject)) return <Outlet />;
  return <Navigate to={ability.length > 0 ? '/not-authorized' : '/failed-login'} replace />;
}
