import { useEffect, useRef } from 'react';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { useNavigate } from 'react-router-dom';
import type { UserSettingName } from '@parley/contracts/events/user.events';
import { newId } from '../../lib/id';
import { useRealtime } from '../../lib/live';
import { settingOf, useMe } from '../../lib/me';
import { isAssignment, newsIn, Told, type News, type NewsName } from './news';
import { Notice } from './notice';
import { soundInOneWindow } from './sound-turn';

/** Tells in the page, and by sounds, what its user chose to be told of. */
export function Notices() {
  const realtime = useRealtime();
  const navigate = useNavigate();
  const me = useMe();
  const latest = useRef({ me, navigate });
  useEffect(() => void (latest.current = { me, navigate }));
  useEffect(() => {
    const told = new Told();
    const shown = new Shown((path) => void latest.current.navigate(path));
    return realtime.hear((push) => {
      if (push === null) return;
      const { me: viewer } = latest.current;
      const wants = (setting: UserSettingName) => settingOf(viewer, setting) === '1';
      const news = told.unheard(newsIn(push, { userId: viewer.user.id, wants }));
      const unseen = news.filter((some) => !isLookedAt(some));
      shown.add(unseen.filter(({ isShown }) => isShown));
      const heard = unseen.find(({ isHeard }) => isHeard);
      if (heard ?? news.find(({ isHeard }) => isHeard)) void soundInOneWindow(heard?.name ?? null);
    });
  }, [realtime]);
  return null;
}

/** A message that its reader has before their eyes. */
function isLookedAt({ chat, name }: News): boolean {
  return !isAssignment(name) && location.pathname.endsWith(`/${chat.id}`) && document.hasFocus();
}

/** The notices on the screen: one of each kind, however much happens at once. */
class Shown {
  private readonly byName = new Map<NewsName, { id: string; news: News[] }>();

  constructor(private readonly go: (path: string) => void) {}

  add(news: News[]): void {
    for (const some of news) this.show(some);
  }

  private show(some: News): void {
    const { name, chat } = some;
    const before = this.byName.get(name);
    // The newest of each conversation, last come first.
    const news = [some, ...(before?.news ?? []).filter((other) => other.chat.id !== chat.id)];
    const id = newId();
    this.byName.set(name, { id, news });
    if (before) notifications.hide(before.id);
    const open = (path: string) => {
      notifications.hide(id);
      this.go(path);
    };
    notifications.show({
      id,
      role: 'status',
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      message: <Notice news={news} onOpen={open} />,
      onClose: () => {
        if (this.byName.get(name)?.id === id) this.byName.delete(name);
      },
    });
  }
}
