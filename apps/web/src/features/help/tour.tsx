import { useEffect, useEffectEvent, useState } from 'react';
import { Tour as Card, TourStep as Step } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { ownsKeys } from '../../conversation/keyboard/commands';
import { may, useChangeSetting, useMe, useSetting } from '../../lib/me';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { running, stoppedAt, tours, visibleTarget, type TourName, type TourStep } from './tours';

/**
 * Maximum time in ms to wait for the elements to which the steps point; a step whose element does not appear is
 * skipped.
 */
const MAX_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Runs one tour until its last step or until the user stops it. */
export function Tour({ name }: { name: TourName }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { user, ability } = useMe();
  const { setting, steps, isAt } = tours[name];
  const stopped = stoppedAt(useSetting(setting));
  const changeSetting = useChangeSetting();
  const mine = steps[user.role === 'user' ? 'agent' : 'manager'].filter(
    ({ requires }) => requires === undefined || may(ability, requires),
  );
  const shown = useShown(mine);
  const [chosen, setChosen] = useState<number | null>(null);
  const first = shown?.findIndex(({ step }) => mine.indexOf(step) >= stopped) ?? -1;
  const at = Math.min(chosen ?? Math.max(first, 0), (shown?.length ?? 1) - 1);
  const last = (shown?.length ?? 0) - 1;

  const end = (value: string) => {
    running.set(null);
    changeSetting.mutate({ name: setting, value });
  };
  /** Stops the tour and stores the step, at which the next start continues. */
  const stop = () => {
    const step = shown?.[at]?.step;
    end(step && at > 0 ? `step-${mine.indexOf(step) + 1}` : 'skipped');
  };
  // The card calls this function both for skipping and for finishing the tour.
  const close = () => {
    if (at < last) return end('skipped');
    end('done');
    toastMessage(t('tours.done'));
  };
  useEscape(stop);
  const isElsewhere = !isAt(pathname) && shown !== null;
  const onElsewhere = useEffectEvent(stop);
  useEffect(() => {
    if (isElsewhere) onElsewhere();
  }, [isElsewhere]);
  const isEmpty = shown?.length === 0;
  const onEmpty = useEffectEvent(() => {
    running.set(null);
    toastMessage(t('tours.none'), 'yellow');
  });
  useEffect(() => {
    if (isEmpty) onEmpty();
  }, [isEmpty]);

  if (!shown || isEmpty) return null;
  return (
    <Card
      active
      step={at}
      onStepChange={setChosen}
      onClose={close}
      closeOnEscape={false}
      withCloseButton={false}
      stepTransitionDuration={0}
      scrollToHandler={(element) => element.scrollIntoView({ block: 'nearest' })}
      maxWidth={360}
      zIndex={300}
      // The card's default grey has too little contrast.
      styles={{ stepCounter: { color: 'var(--mantine-color-text)' } }}
      labels={{
        skip: t('tours.skip'),
        back: t('tours.back'),
        next: t('tours.next'),
        close: t('tours.finish'),
        stepCounter: (current, total) => t('tours.counter', { current, total }),
      }}
    >
      {shown.map(({ step, target }) => (
        <Step
          key={step.title}
          target={target}
          position={besideOrBelow(target)}
          title={t(step.title as never)}
        >
          {t(step.text as never)}
        </Step>
      ))}
    </Card>
  );
}

/** The side of an element on which the card fits: an element as high as the screen leaves no room below it. */
function besideOrBelow(target: string): 'right' | 'bottom' {
  const height = document.querySelector(target)?.getBoundingClientRect().height ?? 0;
  return height > window.innerHeight / 2 ? 'right' : 'bottom';
}

interface Shown {
  step: TourStep;
  target: string;
}

/**
 * The steps that have a visible element, once all elements have appeared or the waiting time is over; null until
 * then. Computed again on resize.
 */
function useShown(steps: TourStep[]): Shown[] | null {
  const [shown, setShown] = useState<Shown[] | null>(null);
  const look = useEffectEvent(() =>
    steps.flatMap((step) => {
      const target = visibleTarget(step);
      return target === null ? [] : [{ step, target }];
    }),
  );
  const count = steps.length;
  useEffect(() => {
    const begun = Date.now();
    const timer = setInterval(() => {
      const found = look();
      if (found.length < count && Date.now() - begun < MAX_WAIT_MS) return;
      clearInterval(timer);
      setShown(found);
    }, LOOK_EVERY_MS);
    const onResize = () => setShown((before) => before && look());
    window.addEventListener('resize', onResize);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', onResize);
    };
  }, [count]);
  return shown;
}

/** Stops the tour on Escape, unless a focused field uses the key. */
function useEscape(stop: () => void): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const isInCard = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
    if (event.key !== 'Escape' || event.isComposing || (ownsKeys(event.target) && !isInCard)) return;
    event.preventDefault();
    event.stopPropagation();
    stop();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
