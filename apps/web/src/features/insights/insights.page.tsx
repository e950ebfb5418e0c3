import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ActionIcon, Anchor, Button, Title, VisuallyHidden } from '@mantine/core';
import { useFullscreenElement } from '@mantine/hooks';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconLink,
  IconMail,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { graphOf, type CardSize } from '@parley/contracts/api/insight-graphs';
import type { DashboardResponse } from '@parley/contracts/api/insights';
import { offerUndo } from '../../lib/offer-undo';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useStable } from '../../lib/use-stable';
import { isTall, isWide, moved, placed, placeForOneMore, resized, type Arrangement } from './arrangement';
import { FilterBar } from './filter-bar';
import { addressOf, useAsked, useFilters } from './filters';
import { GraphCard } from './graph-card';
import classes from './insights.module.css';
import { useArrange, type Opened } from './insights-api';
import { daysText } from './periods';
import { WithDashboard } from './with-dashboard';
import { lazyPart } from '../../lib/lazy-part';

const AddGraphs = lazyPart(() => import('./add-graphs'), { shape: 'card' });
const FactsDrawer = lazyPart(() => import('./facts-drawer'), { shape: 'card' });
const ReportsDialog = lazyPart(() => import('./reports-dialog'), { shape: 'card' });

/** Page of the dashboard: six graphs in the user's arrangement. */
export function Component() {
  const { t } = useTranslation();
  return (
    <WithDashboard title={t('insights.title')} skeleton={{ rows: 2, height: 300 }}>
      {(loaded) => <Dashboard {...loaded} />}
    </WithDashboard>
  );
}

function Dashboard({ isArranged, timeZone, comparesAgents, ...dashboard }: DashboardResponse) {
  const { t, language } = useTranslation();
  const { filters, change } = useFilters();
  const { shared, agent, channel, tags, team } = filters;
  const narrowed = { agent, channel, tags, team };
  // A colleague's shared arrangement stays in the URL until the user saves it as their own.
  const { slots: ownSlots, sizes: ownSizes } = dashboard;
  const own = useMemo(() => ({ slots: ownSlots, sizes: ownSizes }), [ownSlots, ownSizes]);
  const arrangement = shared ?? own;
  const { slots, sizes } = arrangement;
  const asked = useAsked(filters, timeZone);
  const { search } = useLocation();
  const [isReporting, setReporting] = useState(new URLSearchParams(search).has('report'));
  const arrange = useArrange();
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>();
  const grid = useRef<HTMLDivElement>(null);
  const [adding, setAdding] = useState<number | null>(null);
  const [opened, setOpened] = useState<(Opened & { name: string }) | null>(null);
  const [news, setNews] = useState('');
  const save = (next: Arrangement) => {
    if (next === arrangement) return;
    if (shared) change({ shared: next });
    else arrange.mutate(next);
  };
  /** Undoes the removal of a graph; changes the present arrangement, not the one from before the removal. */
  const putBack = useStable((at: number, id: number, size: CardSize) =>
    save(resized(placed(arrangement, at, id), at, size)),
  );
  const isHidden = (id: number | null) => graphOf(id ?? -1)?.name === 'agents-graph' && !comparesAgents;
  const seen = slots.map((id) => (isHidden(id) ? null : id));
  const nameOf = (id: number | null | undefined) => graphOf(id ?? -1)?.title[language] ?? '';

  /** Puts a graph into a slot, or empties the slot. If a graph was there before, a toast offers to undo it. */
  const put = (at: number, id: number | null) => {
    const before = slots[at] ?? null;
    const size = sizes[at] ?? 'small';
    save(placed(arrangement, at, id));
    if (before === null || before === id || seen[at] === null) return;
    const text =
      id === null
        ? t('insights.removed', { name: nameOf(before) })
        : t('insights.replaced', { name: nameOf(before), other: nameOf(id) });
    offerUndo(text, {
      label: t('insights.undo'),
      undo: () => putBack(at, before, size),
      shownMs: 10_000,
    });
  };

  // On the first visit, saves the default graphs as the user's arrangement.
  const { mutate } = arrange;
  useEffect(() => {
    if (!isArranged) mutate(own);
  }, [isArranged, mutate, own]);

  const move = (from: number, to: number) => {
    const next = moved(arrangement, from, to);
    if (next === arrangement) return;
    save(next);
    setNews(t('insights.moved', { name: nameOf(slots[from]), position: to + 1 }));
    requestAnimationFrame(() => (grid.current?.children[to] as HTMLElement | undefined)?.focus());
  };
  useEffect(() => {
    const element = grid.current;
    const dropped = (event: Event) => {
      const { from, to } = (event as CustomEvent<{ from: number; to: number }>).detail;
      move(from, to);
    };
    element?.addEventListener('parley-move', dropped);
    return () => element?.removeEventListener('parley-move', dropped);
  });
  const copyLink = async (address: URLSearchParams) => {
    await navigator.clipboard.writeText(`${window.location.origin}/insights?${address}`);
    toastMessage(t('insights.share.copied'));
  };
  return (
    <div ref={ref} className={classes.page}>
      <div className={classes.top}>
        <Title order={1} size={20}>
          {t('insights.title')}
        </Title>
        <div className={classes.tools}>
          <Anchor component={Link} to={`/insights/satisfaction${search}`} size="sm">
            {t('insights.satisfaction.title')}
          </Anchor>
          <ActionIcon
            data-tip={t('insights.share.copy')}
            aria-label={t('insights.share.copy')}
            onClick={() =>
              void copyLink(addressOf({ ...filters, shared: arrangement }, new URLSearchParams(search)))
            }
          >
            <IconLink size={18} />
          </ActionIcon>
          <ActionIcon
            data-tip={t('insights.reports.open')}
            aria-label={t('insights.reports.open')}
            onClick={() => setReporting(true)}
          >
            <IconMail size={18} />
          </ActionIcon>
          <ActionIcon
            data-tip={t('insights.print')}
            aria-label={t('insights.print')}
            onClick={() => window.print()}
          >
            <IconPrinter size={18} />
          </ActionIcon>
          <ActionIcon
            data-tip={t(fullscreen ? 'insights.leaveFull' : 'insights.full')}
            aria-label={t(fullscreen ? 'insights.leaveFull' : 'insights.full')}
            onClick={() => void toggle()}
          >
            {fullscreen ? <IconArrowsMinimize size={18} /> : <IconArrowsMaximize size={18} />}
          </ActionIcon>
          <Button
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(placeForOneMore(seen))}
          >
            {t('insights.addGraphs')}
          </Button>
        </div>
      </div>
      {shared && (
        <div className={classes.shared} role="status">
          <span>{t('insights.share.shown')}</span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              arrange.mutate(shared);
              change({ shared: null });
            }}
          >
            {t('insights.share.keep')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => change({ shared: null })}>
            {t('insights.share.own')}
          </Button>
        </div>
      )}
      <FilterBar filters={filters} days={asked} onChange={change} />
      <p className={classes.range}>
        {daysText(asked, language)}, {timeZone}
      </p>
      <div ref={grid} className={classes.grid}>
        {seen.map((id, slot) => {
          const graph = id === null ? undefined : graphOf(id);
          if (!graph) {
            return (
              <div key={slot} className={classes.empty}>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  aria-label={t('insights.addAt', { position: slot + 1 })}
                  onClick={() => setAdding(slot)}
                >
                  {t('insights.addOne')}
                </Button>
              </div>
            );
          }
          return (
            <GraphCard
              key={`${slot}/${graph.id}`}
              graph={graph}
              slot={slot}
              slots={slots.length}
              asked={asked}
              filters={filters}
              timeZone={timeZone}
              onOpen={setOpened}
              size={sizes[slot] ?? 'small'}
              onMove={(to) => move(slot, to)}
              onResize={(size) => {
                save(resized(arrangement, slot, size));
                const [columns, rows] = [isWide(size) ? 2 : 1, isTall(size) ? 2 : 1];
                setNews(t('insights.resized', { name: graph.title[language], columns, rows }));
              }}
              onReplace={() => setAdding(slot)}
              onRemove={() => put(slot, null)}
            />
          );
        })}
      </div>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <Suspense fallback={null}>
        {adding !== null && (
          <AddGraphs
            place={adding}
            onPlace={setAdding}
            shown={seen}
            comparesAgents={comparesAgents}
            onClose={() => setAdding(null)}
            onAdd={(id) => {
              put(adding, id);
              setAdding(null);
            }}
          />
        )}
        {isReporting && (
          <ReportsDialog
            shown={{ graphs: shared && shared.slots.filter((id) => id !== null), filters: narrowed }}
            onClose={() => setReporting(false)}
          />
        )}
        {opened && (
          <FactsDrawer opened={opened} name={opened.name} asked={asked} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </div>
  );
}
