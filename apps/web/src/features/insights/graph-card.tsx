import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { ActionIcon, Button, Menu, Skeleton, Text } from '@mantine/core';
import { IconDots, IconGripVertical } from '@tabler/icons-react';
import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CardSize, GraphDefinition } from '@parley/contracts/api/insight-graphs';
import { metricOf } from '@parley/contracts/api/insight-metrics';
import { shownValue, totalOf } from '@parley/contracts/api/insight-values';
import { useNow } from '../../lib/clock';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { RequestId } from '../../lib/request-id';
import { useTranslation } from '../../lib/translation';
import { isTall, isWide, sizeOf } from './arrangement';
import { CardCorner } from './card-corner';
import { DefinitionButton } from './definition';
import { csvOf, pngOf, save, svgOf } from './download';
import type { Asked, Filters } from './filters';
import { isLive } from './filters';
import { GraphBody } from './graph-body';
import classes from './insights.module.css';
import { graphQuery, type Opened } from './insights-api';
import { labelsOf } from './periods';
import { entriesOf, isEmpty, unitOfGraph } from './series';
import { useNames } from './use-names';

/** Height in px of a row of the dashboard including its gap. */
const ROW = 316;

/** The size that a card gets when the user presses an arrow key. */
function stepped(size: CardSize, key: string): CardSize {
  const [wide, tall] = [isWide(size), isTall(size)];
  if (key === 'ArrowRight' || key === 'ArrowLeft') return sizeOf({ wide: key === 'ArrowRight', tall });
  return sizeOf({ wide, tall: key === 'ArrowDown' });
}

export interface CardActions {
  onMove: (to: number) => void;
  onResize: (size: CardSize) => void;
  onReplace: () => void;
  onRemove: () => void;
}

interface GraphCardProps extends CardActions {
  graph: GraphDefinition;
  slot: number;
  slots: number;
  size: CardSize;
  asked: Asked;
  filters: Filters;
  timeZone: string;
  onOpen: (opened: Opened & { name: string }) => void;
}

/** One graph of the dashboard; it loads and fails independently of the others. */
export function GraphCard(props: GraphCardProps) {
  const { graph, slot, slots, size, asked, filters, timeZone } = props;
  const { onOpen, onMove, onResize, onReplace, onRemove } = props;
  const { t, language } = useTranslation();
  const card = useRef<HTMLElement>(null);
  const clock = useNow();
  const now = asked.asOf ? Date.parse(asked.asOf) : clock;
  const isDark = useComputedColorScheme('light') === 'dark';
  const [isTable, setTable] = useState(false);
  const query = useQuery(graphQuery(graph, asked, isLive(asked, timeZone, now)));
  const nameOf = useNames(graph);
  const { data, isPending, error, refetch } = query;
  const title = graph.title[language];
  const unit = unitOfGraph(graph);
  const labels = labelsOf(
    { period: filters.period, unit: data?.main.aggregatedBy ?? 'day', timeZone },
    language,
  );
  const entries = data ? entriesOf(graph, data, { labels, nameOf, now }) : [];
  const hasTable = entries.length > 0;

  const fileName = `${graph.dataPath.split('/').slice(1).join('-')}-${asked.between}-${asked.and}`;
  const note = `${asked.between} – ${asked.and} · ${timeZone} · v${data?.main.metric.version ?? 1}`;
  const drawing = () => {
    const total = data && totalOf(graph, data);
    const shown = total === undefined ? null : shownValue(total, unit);
    const chart = card.current?.querySelector<SVGElement>('svg.apexcharts-svg') ?? null;
    return svgOf(chart, { title, note, total: shown }, isDark);
  };
  const saveAs = {
    csv: () => {
      const head = [
        t('insights.column.part'),
        title,
        ...(['median', 'p90', 'cases'] as const).map((column) => t(`insights.column.${column}`)),
      ];
      const text = csvOf(entries, data && totalOf(graph, data), unit, head);
      save(new Blob([text], { type: 'text/csv' }), `${fileName}.csv`);
    },
    svg: () => save(new Blob([drawing()], { type: 'image/svg+xml' }), `${fileName}.svg`),
    png: async () => save(await pngOf(drawing()), `${fileName}.png`),
  };

  const keys = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      if (event.altKey) return onMove(slot + Math.sign(by));
      if (event.shiftKey) return onResize(stepped(size, event.key));
      const cards = [...(card.current?.parentElement?.children ?? [])] as HTMLElement[];
      cards[slot + by]?.focus();
    } else if (event.key === 'Enter' && data) onOpen({ graphId: graph.id, name: title });
    else if (event.key === 't' && hasTable) setTable((is) => !is);
  };
  const drop = (event: DragEvent) => {
    const from = Number(event.dataTransfer.getData('text/x-parley-slot') || -1);
    if (from < 0) return;
    event.preventDefault();
    event.currentTarget.dispatchEvent(
      new CustomEvent('parley-move', { bubbles: true, detail: { from, to: slot } }),
    );
  };
  return (
    <section
      ref={card}
      className={classes.card}
      data-wide={isWide(size) || undefined}
      data-tall={isTall(size) || undefined}
      aria-label={title}
      tabIndex={0}
      onKeyDown={keys}
      onDragOver={(event) =>
        event.dataTransfer.types.includes('text/x-parley-slot') && event.preventDefault()
      }
      onDrop={drop}
    >
      <header className={classes.head}>
        <span
          className={classes.grip}
          draggable
          aria-hidden
          onDragStart={(event) => {
            event.dataTransfer.setData('text/x-parley-slot', String(slot));
            if (card.current) event.dataTransfer.setDragImage(card.current, 20, 20);
          }}
        >
          <IconGripVertical size={14} />
        </span>
        <h2 className={classes.title}>{title}</h2>
        <DefinitionButton graph={graph} />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('insights.more', { name: title })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {hasTable && (
              <Menu.Item onClick={() => setTable(!isTable)}>
                {t(isTable ? 'insights.showChart' : 'insights.showTable')}
              </Menu.Item>
            )}
            <Menu.Item disabled={!data} onClick={saveAs.csv}>
              {t('insights.saveCsv')}
            </Menu.Item>
            <Menu.Item disabled={!data} onClick={saveAs.svg}>
              {t('insights.saveSvg')}
            </Menu.Item>
            <Menu.Item disabled={!data} onClick={() => void saveAs.png()}>
              {t('insights.savePng')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item disabled={slot === 0} onClick={() => onMove(slot - 1)}>
              {t('insights.moveBack')}
            </Menu.Item>
            <Menu.Item disabled={slot === slots - 1} onClick={() => onMove(slot + 1)}>
              {t('insights.moveOn')}
            </Menu.Item>
            <Menu.Item onClick={() => onResize(sizeOf({ wide: !isWide(size), tall: isTall(size) }))}>
              {t(isWide(size) ? 'insights.narrower' : 'insights.wider')}
            </Menu.Item>
            <Menu.Item onClick={() => onResize(sizeOf({ wide: isWide(size), tall: !isTall(size) }))}>
              {t(isTall(size) ? 'insights.lower' : 'insights.taller')}
            </Menu.Item>
            <Menu.Item onClick={onReplace}>{t('insights.replace')}</Menu.Item>
            <Menu.Item onClick={onRemove}>{t('insights.remove')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </header>
      <div className={classes.body} aria-busy={isPending}>
        {isPending ? (
          <Skeleton height="100%" radius={6} aria-label={t('common.loading')} />
        ) : error && !data ? (
          <div className={classes.state} role="alert">
            <Text size="sm">{errorText(codeOf(error))}</Text>
            <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
            <RequestId error={error} />
          </div>
        ) : isEmpty(graph, data) ? (
          <div className={classes.state}>
            <Text size="sm" c="dimmed">
              {t('insights.noData')}
            </Text>
          </div>
        ) : (
          <GraphBody
            graph={graph}
            answer={data}
            entries={entries}
            isTable={isTable}
            height={(totalOf(graph, data) === undefined ? 244 : 200) + (isTall(size) ? ROW : 0)}
            onOpen={(part) => onOpen({ graphId: graph.id, ...part })}
          />
        )}
      </div>
      {metricOf(graph.dataPath).reckoning === 'backlog' && (
        <p className={classes.foot}>{t('insights.channelsOnly')}</p>
      )}
      <CardCorner size={size} onResize={onResize} />
    </section>
  );
}
