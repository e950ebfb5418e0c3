import { IconMessageQuestion, IconUsersGroup } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';
import { useUnread } from './unread';
import { lazyPart } from '../../lib/lazy-part';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'team-chat': typeof en & typeof abilities & typeof audit;
  }
}

const requires = 'teamChats:read';

export const feature: Feature = {
  loadUnsent: () => import('./unsent'),
  conversationAsides: [
    {
      command: 'askColleague',
      name: { en: 'Ask a colleague', es: 'Preguntar a un compañero', nl: 'Een collega vragen' },
      requires,
      order: 10,
      icon: IconMessageQuestion,
      Component: lazyPart(async () => ({ default: (await import('./beside')).AskBeside }), {
        texts: 'team-chat',
      }),
    },
    {
      command: 'teamChat',
      name: { en: 'Team chat', es: 'Chat de equipo', nl: 'Teamchat' },
      requires,
      order: 20,
      icon: IconUsersGroup,
      Component: lazyPart(async () => ({ default: (await import('./beside')).ChatsBeside }), {
        texts: 'team-chat',
      }),
    },
  ],
  pages: [
    { path: '/team-chat', requires, load: () => import('./team-chat.page') },
    { path: '/team-chat/:chatId', requires, load: () => import('./team-chat.page') },
  ],
  rail: [
    {
      to: '/team-chat',
      name: { en: 'Team chat', es: 'Chat de equipo', nl: 'Teamchat' },
      requires,
      order: 20,
      icon: IconUsersGroup,
      useCount: useUnread,
    },
  ],
  background: {
    requires,
    Component: lazyPart(async () => ({ default: (await import('./live')).LiveTeamChats }), {
      shape: 'none',
      texts: 'team-chat',
    }),
  },
};
