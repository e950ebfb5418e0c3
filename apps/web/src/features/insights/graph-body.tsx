import { Suspense } from 'react';
import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import type { GraphDefinition } from '@parley/contracts/api/insight-graphs';
import type { AgentsAnswer, SharesAnswer } from '@parley/contracts/api/insights';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { changeOf, previousOf, shownValue, totalOf } from '@parley/contracts/api/insight-values';
import { useTranslation } from '../../lib/translation';
import { AgentsTable } from './agents-table';
import { EntriesTable } from './entries-table';
import { HeatMap } from './heat-map';
import type { GraphAnswer } from '@parley/contracts/api/insights';
import classes from './insights.module.css';
import { isOpened, unitOfGraph, type Entry } from './series';
import { TrendTable } from './trend-table';
import { lazyPart } from '../../lib/lazy-part';

const Chart = lazyPart(() => import('./chart'));

interface GraphBodyProps {
  graph: GraphDefinition;
  answer: GraphAnswer;
  entries: Entry[];
  isTable: boolean;
  height: number;
  /** Opens the facts of a part of the graph. Undefined for an example, whose parts cannot be opened. */
  onOpen?: (part: { at?: string; share?: string; name: string }) => void;
}

/** Content of a graph's card, depending on the kind of graph. */
export function GraphBody({ graph, answer, entries, isTable, height, onOpen }: GraphBodyProps) {
  const { t, language } = useTranslation();
  const unit = unitOfGraph(graph);
  const title = graph.title[language];
  const total = totalOf(graph, answer);
  const open = onOpen && ((entry: Entry) => onOpen({ ...entry.open, name: entry.name }));
  const isHeat = graph.name === 'heat-graph';
  const hasEntries = entries.length > 0 && (!isHeat || isTable) && graph.name !== 'trend-graph';
  const isBare = !hasEntries && !['heat-graph', 'agents-graph', 'trend-graph'].includes(graph.name);
  return (
    <>
      {total !== undefined && (
        <div className={isBare ? classes.alone : classes.total}>
          {graph.name === 'flag-graph' && <PlatformIcon platform="whatsapp" size={isBare ? 28 : 18} />}
          {onOpen && isOpened(graph) && total !== null ? (
            <UnstyledButton
              className={classes.number}
              onClick={() => onOpen({ name: title })}
              aria-label={t('insights.openNumber', { value: shownValue(total, unit), name: title })}
            >
              {shownValue(total, unit)}
            </UnstyledButton>
          ) : (
            <span className={classes.number}>{shownValue(total, unit)}</span>
          )}
          <Change graph={graph} answer={answer} />
          {answer.average && answer.average.count > 0 && (
            <span className={classes.parts}>
              {t('insights.medianAndP90', {
                median: shownValue(answer.average.median, 'time'),
                p90: shownValue(answer.average.p90, 'time'),
              })}
            </span>
          )}
        </div>
      )}
      {isHeat && !isTable && <HeatMap answer={answer.main as SharesAnswer} name={title} onOpen={onOpen} />}
      {graph.name === 'trend-graph' && (
        <TrendTable answer={answer.main as SharesAnswer} entries={entries} name={title} onOpen={open} />
      )}
      {graph.name === 'agents-graph' && <AgentsTable answer={answer.main as AgentsAnswer} name={title} />}
      {hasEntries &&
        (isTable ? (
          <EntriesTable entries={entries} unit={unit} name={title} onOpen={open} />
        ) : (
          <>
            <div className={classes.chart} aria-hidden>
              <Suspense fallback={<Skeleton height={height} radius={4} />}>
                <Chart
                  entries={entries}
                  kind={graph.name === 'line-graph' || graph.name === 'time-line-graph' ? 'line' : 'bar'}
                  unit={unit}
                  onOpen={open}
                  height={height}
                  name={title}
                />
              </Suspense>
            </div>
            <EntriesTable entries={entries} unit={unit} name={title} isHidden />
          </>
        ))}
    </>
  );
}

/** Shows the change compared with the same number of days before the period. */
function Change({ graph, answer }: { graph: GraphDefinition; answer: GraphAnswer }) {
  const { t } = useTranslation();
  const unit = unitOfGraph(graph);
  const total = totalOf(graph, answer) ?? null;
  const previous = previousOf(graph, answer);
  if (previous === null) return null;
  const change = changeOf(total, previous, unit);
  const before = t('insights.before', { value: shownValue(previous, unit) });
  if (change === null) return <span className={classes.change}>{before}</span>;
  const Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconEqual;
  return (
    <span className={classes.change}>
      <Icon size={14} aria-hidden />
      {`${change > 0 ? '+' : ''}${change}% · ${before}`}
    </span>
  );
}
