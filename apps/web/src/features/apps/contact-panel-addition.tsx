import { useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { AppPlace, AppResponse } from '@parley/contracts/api/apps';
import type { Chat } from '@parley/contracts/api/conversations';
import { PanelSection } from '@parley/ui/panel-section';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { appsQuery } from './apps-api';
import { AppFrame } from './frame/app-frame';
import classes from './frame/app-frame.module.css';
import { offerUndo } from './offer-undo';
import { lazyPart } from '../../lib/lazy-part';

// The panel's own texts say nothing of apps. An organisation without apps loads none.
const Sections = lazyPart(async () => ({ default: AppSections }), { shape: 'none', texts: 'apps' });

interface AppsInPanelProps {
  chat: Chat;
  insert: (chatId: string, text: string) => () => void;
}

/** Where an app shows in the panel; null for one that does not. */
function placeOf({ places }: AppResponse): AppPlace | null {
  return places.contact ? 'contact' : places.conversation ? 'conversation' : null;
}

/** Frames that are kept though they are not looked at. */
const MOST_KEPT = 3;

/** The apps beside a conversation. Those that were opened stay, whichever conversation is open. */
export default function AppsInPanel(props: AppsInPanelProps) {
  const { ability } = useMe();
  const { data: apps = [] } = useQuery({
    ...appsQuery,
    enabled: can(ability, 'read', 'apps'),
    // What apps there are is no matter of the inbox: a failure is said on the page of apps.
    throwOnError: false,
  });
  const shown = apps.filter((app) => app.state === 'active' && placeOf(app) !== null);
  if (shown.length === 0) return null;
  return <Sections apps={shown} {...props} />;
}

function AppSections({ apps, chat, insert }: AppsInPanelProps & { apps: AppResponse[] }) {
  /** Those whose frames are there; the one that was opened last is the last. */
  const [kept, setKept] = useState<string[]>([]);
  const [open, setOpen] = useState<string[]>([]);
  const toggle = (id: string) => {
    setOpen(open.includes(id) ? open.filter((other) => other !== id) : [...open, id]);
    setKept([...kept.filter((other) => other !== id), id].slice(-MOST_KEPT));
  };
  useHotkeys(apps.slice(0, 9).map(({ id }, index) => [`alt+${index + 1}`, () => toggle(id)] as const));
  const insertFrom = (app: AppResponse) => (chatId: string, text: string) =>
    offerUndo(app.name, insert(chatId, text));
  return apps.map((app) => (
    <PanelSection
      key={app.id}
      title={app.name}
      isOpen={open.includes(app.id) && kept.includes(app.id)}
      onToggle={() => toggle(app.id)}
    >
      {kept.includes(app.id) && (
        <AppFrame app={app} place={placeOf(app)!} chat={chat} insert={insertFrom(app)} />
      )}
      <WayBack />
    </PanelSection>
  ));
}

/** For the keyboard, which an app's page keeps otherwise. */
function WayBack() {
  const { t } = useTranslation();
  const back = () =>
    document.querySelector<HTMLElement>('main textarea, main [contenteditable=true]')?.focus();
  return (
    <UnstyledButton className={classes.back} onClick={back}>
      {t('apps.frame.back')}
    </UnstyledButton>
  );
}
