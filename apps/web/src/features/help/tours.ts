import type { UserSettingName } from '@parley/contracts/events/user.events';
import { createCell } from '../../lib/cell';
import type { Ability } from '../../lib/feature';
import type en from './texts/en.json';

export type TourName = keyof typeof en.tours.name;

/** Name of a step, which is the key of its texts. */
type StepName<Tour extends TourName> = keyof (typeof en.tours)[Tour] & string;

export interface TourStep {
  title: `tours.${string}.title`;
  text: `tours.${string}.text`;
  /** Values of the attribute `data-tour`; the step points to the first element with one of them that is visible. */
  targets: string[];
  requires?: Ability;
}

interface Tour {
  /** Path on which the tour starts. */
  to: string;
  /** Whether the tour can run, and be offered, on a path. */
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

// Each step names a control of the open conversation and then the list, which is visible without an open
// conversation.
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

/** The tour that is running, or null; it continues when the user changes pages. */
export const running = createCell<TourName | null>(null);

/**
 * @returns the index of the step at which a tour continues
 * @param setting `new`, `skipped`, `done`, or `step-3` if the user stopped at the third step
 */
export function stoppedAt(setting: string): number {
  const [, number] = /^step-(\d)$/.exec(setting) ?? [];
  return number === undefined ? 0 : Number(number) - 1;
}

/**
 * The tour to offer on a path, or null. Each tour is offered once; the menu's tour only to users who finished that of
 * the inbox.
 */
export function offeredAt(path: string, settingOf: (name: UserSettingName) => string): TourName | null {
  const isOpen = (tour: TourName) => /^(new|step-\d)$/.test(settingOf(tours[tour].setting));
  const isDone = (tour: TourName) => settingOf(tours[tour].setting) === 'done';
  const mayOffer = (tour: TourName) => tour !== 'menu' || isDone('inbox');
  return tourNames.find((tour) => tours[tour].isAt(path) && isOpen(tour) && mayOffer(tour)) ?? null;
}

/** Selector of the first visible element for a step; null if there is none. */
export function visibleTarget({ targets }: TourStep): string | null {
  for (const target of targets) {
    const selector = `[data-tour="${target}"]`;
    const [rect] = document.querySelector(selector)?.getClientRects() ?? [];
    if (rect && rect.width > 0 && rect.height > 0) return selector;
  }
  return null;
}
