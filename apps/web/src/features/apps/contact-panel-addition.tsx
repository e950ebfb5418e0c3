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

// The texts of apps load separately from the panel's texts, so that an organisation without apps does not load them.
const Sections = lazyPart(async () => ({ default: AppSections }), { shape: 'none', texts: 'apps' });

interface AppsInPanelProps {
  chat: Chat;
  insert: (chatId: string, text: string) => () => void;
}

/** The place in which the panel shows the app; null if the app has none there. */
function placeOf({ places }: AppResponse): AppPlace | null {
  return places.contact ? 'contact' : places.conversation ? 'conversation' : null;
}

/** Maximum number of app frames kept mounted. */
const MAX_KEPT = 3;

/** Apps in the panel beside a conversation. An opened app stays mounted when the user opens another conversation. */
export default function AppsInPanel(props: AppsInPanelProps) {
  const { ability } = useMe();
  const { data: apps = [] } = useQuery({
    ...appsQuery,
    enabled: can(ability, 'read', 'apps'),
    // The inbox works without apps, so a failure is shown only on the page of apps.
    throwOnError: false,
  });
  const shown = apps.filter((app) => app.state === 'active' && placeOf(app) !== null);
  if (shown.length === 0) return null;
  return <Sections apps={shown} {...props} />;
}

function AppSections({ apps, chat, insert }: AppsInPanelProps & { apps: AppResponse[] }) {
  /** Ids of the apps whose frames are mounted, most recently opened last. */
  const [kept, setKept] = useState<string[]>([]);
  const [open, setOpen] = useState<string[]>([]);
  const toggle = (id: string) => {
    setOpen(open.includes(id) ? open.filter((other) => other !== id) : [...open, id]);
    setKept([...kept.filter((other) => other !== id), id].slice(-MAX_KEPT));
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

/** Button that moves the keyboard focus from an app's frame back to the composer. */
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
