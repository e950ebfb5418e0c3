import { lazy } from 'react';
import { IconMessageQuestion, IconUsersGroup } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature';
import { loadTexts } from '../../lib/i18n';
import type abilities from './texts/settings-abilities.en.json';
import type audit from './texts/settings-audit.en.json';
import type en from './texts/en.json';
import { useUnread } from './unread';

declare module '../../lib/i18n' {
  interface FeatureTexts {
    'team-chat': typeof en & typeof abilities & typeof audit;
  }
}

const requires = 'teamChats:read';

const loadBeside = async () => (await Promise.all([import('./beside'), loadTexts('team-chat')]))[0];

export const feature: Feature = {
  loadUnsent: () => import('./unsent'),
  conversationAsides: [
    {
      command: 'askColleague',
      name: { en: 'Ask a colleague', es: 'Preguntar a un compañero', nl: 'Een collega vragen' },
      requires,
      order: 10,
      icon: IconMessageQuestion,
      Component: lazy(async () => ({ default: (await loadBeside()).AskBeside })),
    },
    {
      command: 'teamChat',
      name: { en: 'Team chat', es: 'Chat de equipo', nl: 'Teamchat' },
      requires,
      order: 20,
      icon: IconUsersGroup,
      Component: lazy(async () => ({ default: (await loadBeside()).ChatsBeside })),
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
    Component: lazy(async () => {
      const [{ LiveTeamChats }] = await Promise.all([import('./live'), loadTexts('team-chat')]);
      return { default: LiveTeamChats };
    }),
  },
};
