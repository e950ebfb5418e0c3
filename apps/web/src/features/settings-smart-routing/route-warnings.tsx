import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { MissingTarget, SmartRouteResponse } from '@parley/contracts/api/smart-routes';
import { useTranslation } from '../../lib/translation';
import classes from './routing.module.css';

const words: Record<MissingTarget['kind'], string> = {
  user: 'routing.goneUser',
  team: 'routing.goneTeam',
  tag: 'routing.goneTag',
  label: 'routing.goneLabel',
  list: 'routing.goneList',
  channel: 'routing.goneChannel',
};

/**
 * Warnings about a rule: in red, deleted entities and patterns that cannot run; in amber, an assignment that is never
 * reached because of an earlier rule.
 */
export function RouteWarnings({ route, all }: { route: SmartRouteResponse; all: SmartRouteResponse[] }) {
  const { t } = useTranslation();
  const kinds = [...new Set(route.missing.map(({ kind }) => kind))];
  const above = all.find(({ id }) => id === route.hiddenBy);
  return (
    <>
      {kinds.map((kind) => (
        <Text key={kind} size="sm" c="var(--red)" className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          {t(words[kind] as 'routing.goneTeam')}
        </Text>
      ))}
      {route.isTooComplex && (
        <Text size="sm" c="var(--red)" className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          {t('routing.tooComplex')}
        </Text>
      )}
      {above && (
        <Text size="sm" c="var(--amber)" className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          {t('routing.hidden', { title: above.title })}
        </Text>
      )}
    </>
  );
}
