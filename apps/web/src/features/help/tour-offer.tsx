import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import { settingOf, useChangeSetting, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import classes from './tour-offer.module.css';
import { offeredAt, running, stoppedAt, tours } from './tours';

const never = () => () => undefined;
const mainOfPage = () => document.getElementById('main');

/** Offers the open screen's tour once. The offer is inserted above the page, so that it covers nothing. */
export function TourOffer() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const me = useMe();
  const changeSetting = useChangeSetting();
  const tour = offeredAt(pathname, (name) => settingOf(me, name));
  // The page's main element may not be mounted yet, in which case `main` is null.
  const main = useSyncExternalStore(never, mainOfPage);
  if (tour === null || main === null) return null;
  const { setting } = tours[tour];
  const isBegun = stoppedAt(settingOf(me, setting)) > 0;
  return createPortal(
    <aside className={classes.offer} aria-label={t('tours.label')}>
      <IconRoute size={16} aria-hidden />
      <span className={classes.text}>
        {t(`tours.name.${tour}`)} · {t('tours.offer')}
      </span>
      <Button size="compact-sm" onClick={() => running.set(tour)}>
        {t(isBegun ? 'tours.resume' : 'tours.start')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => changeSetting.mutate({ name: setting, value: 'skipped' })}
      >
        {t('tours.notNow')}
      </Button>
    </aside>,
    main,
  );
}
