import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { ActionIcon, Switch, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SmartRouteResponse } from '@parley/contracts/api/smart-routes';
import { AddButton, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { can, useMe } from '../../lib/me';
import { codeOf } from '../../lib/problem';
import { useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { BackTest } from './back-test';
import { RouteWarnings } from './route-warnings';
import { routes, routesQuery, useOrder } from './routing-api';
import { useSentence } from './sentence';
import { useNames } from './use-names';
import classes from './routing.module.css';

/** Page of the routing rules in their order, with their actions and recent results. */
export function Component() {
  const { t } = useTranslation();
  const query = useQuery(routesQuery);
  const { ability } = useMe();
  return (
    <SettingsPage
      wide
      title={t('routing.title')}
      intro={t('routing.intro')}
      actions={
        can(ability, 'create', 'smart-routing') && (
          <AddButton to="/settings/smart-routing/add">{t('routing.add')}</AddButton>
        )
      }
    >
      <Loadable query={query} failed={t('routing.failed')}>
        {(all) => <Rules all={all} />}
      </Loadable>
    </SettingsPage>
  );
}

function Rules({ all }: { all: SmartRouteResponse[] }) {
  const { t } = useTranslation();
  const names = useNames();
  const order = useOrder();
  const [asked, setAsked] = useState<string[] | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [news, setNews] = useState('');
  const place = (id: string) => asked?.indexOf(id) ?? -1;
  // The order that the user requested is shown until the server returns the same order.
  const shown = asked ? [...all].sort((a, b) => place(a.id) - place(b.id)) : all;
  const move = (id: string, to: number) => {
    const ids = shown.map((route) => route.id);
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length || to === from) return;
    ids.splice(to, 0, ...ids.splice(from, 1));
    setAsked(ids);
    setNews(t('routing.moved', { title: shown[from]!.title, place: to + 1, count: ids.length }));
    order.mutate(ids, {
      onError: (error) => toastMessage(errorText(codeOf(error))),
      onSettled: () => setAsked(null),
    });
  };
  return (
    <>
      <EntityList
        label={t('routing.title')}
        entities={shown}
        empty={{
          icon: <IconRoute stroke={1.4} />,
          title: t('routing.none'),
          text: t('routing.noneText'),
        }}
      >
        {(route) => (
          <Row
            key={route.id}
            route={route}
            all={shown}
            names={names}
            isDragged={dragged === route.id}
            onMove={(by) => move(route.id, shown.indexOf(route) + by)}
            onDrag={setDragged}
            onDropped={() => dragged && move(dragged, shown.indexOf(route))}
          />
        )}
      </EntityList>
      {all.length > 0 && (
        <>
          <Text size="sm" c="dimmed" my={12}>
            {t('routing.keys')}
          </Text>
          <BackTest hotkey="T" names={names} />
        </>
      )}
      <div role="status" className={classes.unseen}>
        {news}
      </div>
    </>
  );
}

interface RowProps {
  route: SmartRouteResponse;
  all: SmartRouteResponse[];
  names: ReturnType<typeof useNames>;
  isDragged: boolean;
  onMove: (by: number) => void;
  onDrag: (id: string | null) => void;
  onDropped: () => void;
}

function Row({ route, all, names, isDragged, onMove, onDrag, onDropped }: RowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, title, isOn, matches, lastMatchAt } = route;
  const { when, then } = useSentence(names)(route);
  const save = useSave<{ isOn: boolean }>(routes, id);
  const at = all.indexOf(route);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li
      className={classes.row}
      data-off={!isOn || undefined}
      data-dragged={isDragged || undefined}
      onKeyDown={onKeyDown}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        onDropped();
      }}
    >
      <span
        className={classes.handle}
        draggable
        title={t('routing.drag', { title })}
        onDragStart={() => onDrag(id)}
        onDragEnd={() => onDrag(null)}
      >
        <IconGripVertical size={16} aria-hidden />
      </span>
      <Switch
        aria-label={t('routing.switch', { title })}
        checked={isOn}
        disabled={save.isPending}
        onChange={(event) =>
          save.mutate(
            { isOn: event.currentTarget.checked },
            { onError: (error) => toastMessage(errorText(codeOf(error))) },
          )
        }
      />
      <div className={classes.rule}>
        <Link to={`/settings/smart-routing/${id}`} className={classes.title}>
          {title}
        </Link>
        <Text size="sm" c="dimmed" className={classes.sentence}>
          {when}, {then}.
        </Text>
        <RouteWarnings route={route} all={all} />
      </div>
      <Text size="xs" c="dimmed" className={classes.matches}>
        {t('routing.matches', { count: matches })}
        {lastMatchAt && <span>{t('routing.last', { time: formats.full(lastMatchAt) })}</span>}
      </Text>
      {all.length > 1 && (
        <span className={classes.arrows}>
          <ActionIcon aria-label={t('routing.up', { title })} disabled={at === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            aria-label={t('routing.down', { title })}
            disabled={at === all.length - 1}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
