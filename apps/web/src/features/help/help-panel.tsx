import { useEffect, useRef } from 'react';
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconKeyboard, IconLifebuoy, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { Loadable } from '@parley/ui/loadable';
import { useTranslation } from '../../lib/translation';
import { helpPagesQuery } from './help-pages';
import { HelpText } from './help-text';
import classes from './help-panel.module.css';
import { screenOf } from './screens';
import { TourButtons } from './tour-buttons';

interface HelpPanelProps {
  onShortcuts: () => void;
  onClose: () => void;
}

/** Panel with the help page of the open screen. The panel stays open beside it while the user continues to work. */
export function HelpPanel({ onShortcuts, onClose }: HelpPanelProps) {
  const { t, language } = useTranslation();
  const { pathname } = useLocation();
  const pages = useQuery(helpPagesQuery(language));
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-label={t('helpPages.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <ActionIcon className={classes.close} aria-label={t('helpPages.close')} onClick={onClose}>
        <IconX size={18} />
      </ActionIcon>
      <div className={classes.text}>
        <Loadable query={pages} failed={t('helpPages.failed')} skeleton={{ rows: 5, height: 20 }}>
          {(all) => {
            const page =
              all.find(({ screen }) => screen === screenOf(pathname)) ??
              all.find(({ screen }) => screen === 'support');
            return (
              page && (
                <>
                  <h2 className={classes.title}>{page.title}</h2>
                  <HelpText text={page.text} />
                </>
              )
            );
          }}
        </Loadable>
      </div>
      <div className={classes.foot}>
        <TourButtons onStart={onClose} />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={onShortcuts}
        >
          {t('help.title')}
        </Button>
        <Anchor
          component={Link}
          to="/support"
          state={{ from: pathname }}
          size="sm"
          className={classes.more}
          onClick={onClose}
        >
          <IconLifebuoy size={16} aria-hidden />
          {t('helpPages.more')}
        </Anchor>
      </div>
    </aside>
  );
}
