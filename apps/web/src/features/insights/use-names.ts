import { useCallback } from 'react';
import type { GraphDefinition } from '@parley/contracts/api/insight-graphs';
import { useChannelsById, useTagsById } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import { shownScore } from './values';

const ages = ['h4', 'd1', 'd3', 'd7', 'more'] as const;

/**
 * Returns a function that labels the slices of a graph: names of tags, ages of open conversations in words, scores as
 * stars, hours of the week with their weekday.
 */
export function useNames({ dataPath }: GraphDefinition): (share: string) => string {
  const { t, language } = useTranslation();
  const tags = useTagsById();
  const channels = useChannelsById();
  return useCallback(
    (share: string) => {
      if (dataPath === 'metrics/conversations/backlog-age') {
        const age = ages.find((known) => known === share);
        return age ? t(`insights.age.${age}`) : share;
      }
      if (dataPath === 'metrics/satisfaction/scores') return shownScore(Number(share));
      if (dataPath === 'metrics/conversations/first-reply-times/channels')
        return channels.get(share)?.name ?? t('insights.unknown');
      const [day, hour] = share.split('/');
      if (hour !== undefined) return `${weekdayOf(Number(day), language)} ${hour}:00`;
      return tags.get(share)?.name ?? t('insights.unknown');
    },
    [dataPath, language, tags, channels, t],
  );
}

/**
 * Name of a weekday.
 * @param day 1 is Monday, 7 is Sunday
 */
export function weekdayOf(day: number, language: string, weekday: 'long' | 'short' = 'long'): string {
  const locale = language === 'en' ? 'en-GB' : language;
  // In January 2024, the day of the month was the number of the weekday, since the 1st was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));
}
