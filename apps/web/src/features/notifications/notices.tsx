import { useEffect, useRef } from 'react';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { isAssignment, type NewsName } from '@parley/contracts/api/conversation-news';
import { soundOf, type UserSettingName } from '@parley/contracts/events/user.events';
import { newId } from '../../lib/id';
import { useRealtime } from '../../lib/live';
import { settingOf, useMe } from '../../lib/me';
import { soundInOneWindow } from '../../lib/sound-turn';
import { isQuietNow } from '../../lib/quiet-hours';
import { newsIn, Told, type News } from './news';
import { Notice } from './notice';
import { showPersonal } from './personal';
import { PushOffer } from './push-offer';

/** Shows notices and plays sounds for the kinds of changes that the user has chosen. */
export function Notices() {
  const realtime = useRealtime();
  const navigate = useNavigate();
  const client = useQueryClient();
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
      const isQuiet = isQuietNow(viewer);
      const news = told.unheard(newsIn(push, { userId: viewer.user.id, wants, isQuiet }));
      const unseen = news.filter((some) => !isLookedAt(some));
      shown.add(unseen.filter(({ isShown }) => isShown));
      const heard = unseen.find(({ isHeard }) => isHeard);
      if (heard ?? news.find(({ isHeard }) => isHeard)) void soundInOneWindow(heard?.name ?? null);
    });
  }, [realtime]);
  useEffect(
    () =>
      realtime.onPersonal((news) => {
        void client.invalidateQueries({ queryKey: ['mentions'] });
        if (!news?.name) return;
        const { me: viewer } = latest.current;
        // The failure of the user's own scheduled message is shown whatever their settings are.
        const isShown = news.name === 'notifyScheduledFailed' || settingOf(viewer, news.name) === '1';
        if (isShown) showPersonal(news, (path) => void latest.current.navigate(path));
        const isQuiet = isQuietNow(viewer);
        if (!isQuiet && settingOf(viewer, soundOf(news.name)) === '1') void soundInOneWindow(news.name);
      }),
    [realtime, client],
  );
  return <PushOffer />;
}

/** Whether the user is looking at the conversation with the new message, so that no notice is needed. */
function isLookedAt({ chat, name }: News): boolean {
  return !isAssignment(name) && location.pathname.endsWith(`/${chat.id}`) && document.hasFocus();
}

/** The notices on the screen: at most one for each kind of change. */
class Shown {
  private readonly byName = new Map<NewsName, { id: string; news: News[] }>();

  constructor(private readonly go: (path: string) => void) {}

  add(news: News[]): void {
    for (const some of news) this.show(some);
  }

  private show(some: News): void {
    const { name, chat } = some;
    const before = this.byName.get(name);
    // Keeps only the newest change of each conversation, newest first.
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
