import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Loader, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle, IconLogout, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, NavLink, Outlet, useMatch, useNavigate } from 'react-router-dom';
import { onlineStatuses, type OnlineStatus } from '@parley/contracts/events/user.events';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { PresenceDot } from '@parley/ui/presence-dot';
import { runCommand } from '../conversation/keyboard/use-commands';
import { backgrounds, menuOf, type RailEntry } from '../lib/feature';
import { Live } from '../lib/live';
import { can, may, useChangeStatus, useMe } from '../lib/me';
import { parkedQuery } from '../lib/parked';
import { leaveWhenSignedOut } from '../lib/session';
import { toastFailure } from '../lib/toast';
import { ConnectionBar } from './connection-bar';
import { Notice } from './notice';
import { SetAsideNotice } from './set-aside-notice';
import { useTranslation } from '../lib/translation';
import classes from './shell.module.css';
import { useIdleSignOut } from './use-idle-sign-out';
import { useSignOut } from './use-sign-out';
import { lazyPart } from '../lib/lazy-part';

/** Loaded after the first page, which does not need it. */
const Notices = lazyPart(
  async () => ({ default: (await import('../features/notifications/notices')).Notices }),
  { shape: 'none', texts: 'notifications' },
);

const PlayingBar = lazyPart(() => import('../conversation/voice/playing-bar'), { shape: 'none' });

const SignOutDialog = lazyPart(() => import('./sign-out-dialog'), { shape: 'card' });

/** Rail entries with this order number or a higher one are placed at the foot of the rail. */
const FOOT = 1_000;

/** Frame of every signed-in page: the rail, which is a bar at the bottom of narrow screens. */
export function Shell() {
  const { t } = useTranslation();
  const { ability } = useMe();
  const mine = menuOf('rail').filter(({ requires }) => may(ability, requires));
  const main = mine.filter(({ order }) => order < FOOT);
  const foot = mine.filter(({ order }) => order >= FOOT);
  useIdleSignOut();
  useEffect(leaveWhenSignedOut, []);
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('nav.skip')}
      </a>
      <Rail>
        <img src="/icon.svg" alt="Parley" width={28} height={28} className={classes.logo} />
        {main.map((entry) => (
          <RailEntryLink key={entry.to} entry={entry} />
        ))}
        <div className={classes.space} />
        <ParkedAlarm />
        {foot.map((entry) => (
          <RailEntryLink key={entry.to} entry={entry} />
        ))}
        <AccountMenu />
      </Rail>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Live>
          <ConnectionBar />
          <Notice />
          <SetAsideNotice />
          <div className={classes.page}>
            <Suspense>
              <Outlet />
            </Suspense>
            <Suspense>
              <Notices />
            </Suspense>
            <Suspense>
              <PlayingBar />
            </Suspense>
            <Backgrounds />
          </div>
        </Live>
      </main>
    </div>
  );
}

function Backgrounds() {
  const { ability } = useMe();
  const mine = backgrounds().filter(({ requires }) => may(ability, requires));
  return mine.map(({ requires, Component }) => (
    <Suspense key={requires}>
      <Component />
    </Suspense>
  ));
}

/** The navigation rail. Hidden on narrow screens while a conversation is open. */
function Rail({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const matches = [
    useMatch('/messaging-inbox/:chatId'),
    useMatch('/email-inbox/:chatId'),
    useMatch('/team-chat/:chatId'),
  ];
  const isInThread = matches.some((match) => match !== null);
  return (
    <nav className={classes.rail} aria-label={t('nav.label')} data-in-thread={isInThread || undefined}>
      {children}
    </nav>
  );
}

/** Link to the dead letters, shown to users who can retry them while there are any. */
function ParkedAlarm() {
  const { t } = useTranslation();
  const mayRead = useMayReadParked();
  const count = useQuery({ ...parkedQuery, enabled: mayRead }).data?.length ?? 0;
  if (count === 0) return null;
  return (
    <RailLink
      to="/settings/developers/parked"
      label={t('nav.parkedCount', { count })}
      icon={
        <span className={classes.alarm} data-count={count > 99 ? '99+' : count}>
          <IconAlertTriangle size={20} stroke={1.6} />
        </span>
      }
    />
  );
}

function useMayReadParked(): boolean {
  return can(useMe().ability, 'read', 'developers');
}

function RailEntryLink({
  entry: { to, name, icon: Icon, useIsShown = always, useCount = none },
}: {
  entry: RailEntry;
}) {
  const { t, language } = useTranslation();
  const isShown = useIsShown();
  const count = useCount();
  if (!isShown) return null;
  const label = name[language];
  const icon = <Icon size={20} stroke={1.6} />;
  if (count === 0) return <RailLink to={to} label={label} icon={icon} />;
  const counted = (
    <span className={classes.counted} data-count={count > 99 ? '99+' : count}>
      {icon}
    </span>
  );
  return <RailLink to={to} label={t('nav.withCount', { name: label, count })} icon={counted} />;
}

const always = () => true;
const none = () => 0;

function RailLink({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <NavLink
      data-tip={label}
      data-tip-side="right"
      to={to}
      aria-label={label}
      className={classes.item}
      data-tour={to}
    >
      {icon}
    </NavLink>
  );
}

function AccountMenu() {
  const { t } = useTranslation();
  const { user, customer } = useMe();
  const mayReadParked = useMayReadParked();
  const changeStatus = useChangeStatus();
  const chooseStatus = (value: string) =>
    changeStatus.mutate(value as OnlineStatus, { onError: (error) => toastFailure(error) });
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  // If no open page handles the command `help`, opens the page with all help.
  const help = () => void (runCommand('help') || navigate('/support'));
  const { isSending, left, ask, leave, stay } = useSignOut();
  const leaveOrAsk = async () => {
    await ask();
    setOpen(false);
  };
  const menu = (
    <Menu position="right-end" width={220} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UnstyledButton
          className={classes.item}
          data-tour="account"
          aria-label={`${t('nav.account', { name: user.displayName })}, ${t(`presence.${user.status}`)}`}
        >
          <PersonAvatar name={user.displayName} size={28} presence={user.status} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text size="sm" fw={600} truncate>
            {user.displayName}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {customer.name}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('presence.label')}</Menu.Label>
        <Menu.RadioGroup value={user.status} onChange={chooseStatus}>
          {onlineStatuses.map((status) => (
            <Menu.RadioItem key={status} value={status} closeMenuOnClick>
              <span className={classes.status}>
                <PresenceDot presence={status} />
                {t(`presence.${status}`)}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconSettings size={16} />} component={Link} to="/settings/account">
          {t('nav.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelpCircle size={16} />} onClick={help}>
          {t('nav.help')}
        </Menu.Item>
        {mayReadParked && (
          <Menu.Item
            leftSection={<IconAlertTriangle size={16} />}
            component={Link}
            to="/settings/developers/parked"
          >
            {t('nav.parked')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isSending ? <Loader size={16} color="gray" /> : <IconLogout size={16} />}
          disabled={isSending}
          closeMenuOnClick={false}
          onClick={() => void leaveOrAsk()}
        >
          {t('nav.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <>
      {menu}
      {left && (
        <Suspense>
          <SignOutDialog left={left} onStay={stay} onLeave={() => void leave()} />
        </Suspense>
      )}
    </>
  );
}
