import type { UserSettingName } from '@parley/contracts/events/user.events';
import { createCell } from '../../lib/cell';
import type { Ability } from '../../lib/feature';
import type en from './texts/en.json';

export type TourName = keyof typeof en.tours.name;

/** What a step is called in the texts. */
type StepName<Tour extends TourName> = keyof (typeof en.tours)[Tour] & string;

export interface TourStep {
  title: `tours.${string}.title`;
  text: `tours.${string}.text`;
  /** By `data-tour`: the first of these that can be seen is shown. */
  targets: string[];
  requires?: Ability;
}

interface Tour {
  /** Where it starts. */
  to: string;
  /** Whether it can be walked, and is offered, on a path. */
  isAt: (path: string) => boolean;
  setting: UserSettingName;
  steps: { agent: TourStep[]; manager: TourStep[] };
}

function step<Name extends TourName>(
  tour: Name,
  name: StepName<Name>,
  targets: string[],
  requires?: Ability,
): TourStep {
  return { title: `tours.${tour}.${name}.title`, text: `tours.${tour}.${name}.text`, targets, requires };
}

const inInbox = (path: string) => path.startsWith('/messaging-inbox');

// Without an open conversation, the list from which one is opened.
const inbox = [
  step('inbox', 'lists', ['lists', 'list']),
  step('inbox', 'take', ['assign', 'list']),
  step('inbox', 'reply', ['composer', 'list']),
  step('inbox', 'archive', ['archive', 'list']),
];

export const tours: Record<TourName, Tour> = {
  inbox: {
    to: '/messaging-inbox',
    isAt: inInbox,
    setting: 'tourInbox',
    steps: { agent: inbox, manager: inbox },
  },
  menu: {
    to: '/messaging-inbox',
    isAt: inInbox,
    setting: 'tourMenu',
    steps: {
      agent: [
        step('menu', 'inbox', ['/messaging-inbox'], 'inbox:read'),
        step('menu', 'teamChat', ['/team-chat'], 'teamChats:read'),
        step('menu', 'availability', ['account']),
      ],
      manager: [
        step('menu', 'inbox', ['/messaging-inbox'], 'inbox:read'),
        step('menu', 'insights', ['/insights'], 'insights:read'),
        step('menu', 'marketplace', ['/apps'], 'apps:update'),
        step('menu', 'exports', ['/exports'], 'secure-exports:read'),
        step('menu', 'settings', ['/settings'], 'settings:read'),
      ],
    },
  },
  settings: {
    to: '/settings',
    isAt: (path) => /^\/settings(\/account)?$/.test(path),
    setting: 'tourSettings',
    steps: {
      agent: [
        step('settings', 'profile', ['/settings/account']),
        step('settings', 'notifications', ['/settings/account']),
      ],
      manager: [
        step('settings', 'users', ['/settings/users'], 'users:create'),
        step('settings', 'teams', ['/settings/teams'], 'teams:update'),
        step('settings', 'channels', ['/settings/channels'], 'channels:update'),
        step('settings', 'tags', ['/settings/tags'], 'tags:update'),
      ],
    },
  },
};

export const tourNames = Object.keys(tours) as TourName[];

/** The tour that somebody asked for, and that goes on from page to page until it ends. */
export const running = createCell<TourName | null>(null);

/** What a tour's setting says: `new`, `skipped`, `done`, or by `step-3` where somebody stopped. */
export function stoppedAt(setting: string): number {
  const [, number] = /^step-(\d)$/.exec(setting) ?? [];
  return number === undefined ? 0 : Number(number) - 1;
}

/** Which tour is offered on a path: each once, and the menu only to those who liked the first one. */
export function offeredAt(path: string, settingOf: (name: UserSettingName) => string): TourName | null {
  const isOpen = (tour: TourName) => /^(new|step-\d)$/.test(settingOf(tours[tour].setting));
  const isDone = (tour: TourName) => settingOf(tours[tour].setting) === 'done';
  const mayOffer = (tour: TourName) => tour !== 'menu' || isDone('inbox');
  return tourNames.find((tour) => tours[tour].isAt(path) && isOpen(tour) && mayOffer(tour)) ?? null;
}

/** The selector of the first target of a step that can be seen now. */
export function visibleTarget({ targets }: TourStep): string | null {
  for (const target of targets) {
    const selector = `[data-tour="${target}"]`;
    const [rect] = document.querySelector(selector)?.getClientRects() ?? [];
    if (rect && rect.width > 0 && rect.height > 0) return selector;
  }
  return null;
}
