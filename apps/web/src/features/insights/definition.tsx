import { ActionIcon, Anchor, Popover, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { GraphDefinition } from '@parley/contracts/api/insight-graphs';
import { metricOf } from '@parley/contracts/api/insight-metrics';
import { useTranslation } from '../../lib/translation';
import classes from './insights.module.css';

/**
 * Button that explains how a graph's number is counted: in words, with its unit and all versions of its definition.
 */
export function DefinitionButton({ graph }: { graph: GraphDefinition }) {
  const { t, language } = useTranslation();
  const { unit, versions } = metricOf(graph.dataPath);
  const current = versions.at(-1)!.version;
  const question = t('insights.howCounted', { name: graph.title[language] });
  return (
    <Popover width={340} position="bottom-end" withArrow={false} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={question}>
          <IconInfoCircle size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={question} className={classes.definition}>
        {versions.toReversed().map(({ version, since, formula }) => (
          <section key={version}>
            <Text size="xs" c="dimmed">
              {t(version === current ? 'insights.versionNow' : 'insights.versionThen', { version, since })}
            </Text>
            <Text size="sm">{formula[language]}</Text>
          </section>
        ))}
        <Text size="xs" c="dimmed">
          {t('insights.unit', { unit: t(`insights.units.${unit}`) })}
        </Text>
        <Anchor component={Link} to="/insights/definitions" size="xs">
          {t('insights.definitions.title')}
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  );
}
