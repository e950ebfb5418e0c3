import { useQuery } from '@tanstack/react-query';
import { hasValues, searchOperators, wordsOf } from '@parley/contracts/api/search-query';
import { channelsQuery, tagsQuery, teamsQuery, usersQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { pillOf, typedOperator } from './pills';

export interface Suggestion {
  /** The whole text of the field after the suggestion is chosen. */
  text: string;
  label: string;
  hint: string;
}

const MOST = 6;

/** Returns suggestions: operators for the typed text, and values for the operator that is being typed. */
export function useSuggestions(text: string): Suggestion[] {
  const { t } = useTranslation();
  const typed = typedOperator(text);
  const operator = typed?.operator;
  const users = useQuery({ ...usersQuery, enabled: operator === 'from' }).data ?? [];
  const tags = useQuery({ ...tagsQuery, enabled: operator === 'tag' }).data ?? [];
  const channels = useQuery({ ...channelsQuery, enabled: operator === 'channel' }).data ?? [];
  const teams = useQuery({ ...teamsQuery, enabled: operator === 'team' }).data ?? [];
  if (!typed || !operator) return beginnings(text, (one) => t(`search.operator.${one}`));
  const before = text.slice(0, typed.start);
  const values: Record<typeof operator, { value: string; label?: string }[]> = {
    from: [
      { value: 'me', label: t('search.me') },
      ...users.filter(({ state }) => state !== 'deleted').map(({ displayName }) => ({ value: displayName })),
    ],
    tag: tags.map(({ name }) => ({ value: name })),
    channel: channels.map(({ name }) => ({ value: name })),
    team: teams.map(({ name }) => ({ value: name })),
    has: hasValues.map((value) => ({ value, label: t(`search.has.${value}`) })),
    before: days(),
    after: days(),
  };
  const asked = wordsOf(typed.value);
  return values[operator]
    .filter(({ value, label }) => {
      const words = wordsOf(`${value} ${label ?? ''}`);
      return asked.every((word) => words.some((known) => known.startsWith(word)));
    })
    .slice(0, MOST)
    .map(({ value, label }) => ({
      text: `${before}${pillOf(operator, value)} `,
      label: label ?? value,
      hint: t(`search.operator.${operator}`),
    }));
}

function beginnings(
  text: string,
  hintOf: (operator: (typeof searchOperators)[number]) => string,
): Suggestion[] {
  const last = /(?:^|\s)([a-z]{2,})$/i.exec(text)?.[1]?.toLowerCase();
  if (last === undefined) return [];
  return searchOperators
    .filter((operator) => operator.startsWith(last))
    .map((operator) => ({
      text: `${text.slice(0, -last.length)}${operator}:`,
      label: `${operator}:`,
      hint: hintOf(operator),
    }));
}

/** Suggested dates: today, and the first day of this month and of this year. */
function days(): { value: string }[] {
  const now = new Date();
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const two = (number: number) => String(number).padStart(2, '0');
  const first = [`${year}-${two(month)}-${two(day)}`, `${year}-${two(month)}-01`, `${year}-01-01`];
  return [...new Set(first)].map((value) => ({ value }));
}
